package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Props;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.ConfigFactory;
import io.metasched.service.agent.link.AgentSecret;
import io.metasched.service.agent.link.AgentSite;
import io.metasched.service.agent.link.AgentTitle;
import io.metasched.service.agent.link.AgentsExecutor;
import io.metasched.service.agent.link.DeskSettings;
import io.metasched.service.agent.link.HoldNames;
import io.metasched.service.agent.link.HoldQueue;
import io.metasched.service.agent.link.Link;
import io.metasched.service.agent.link.LinkConfig;
import io.metasched.service.agent.link.NodeAgent;
import io.metasched.service.agent.link.ObservedRuns;
import io.metasched.service.agent.link.OfferedNode;
import io.metasched.service.agent.link.SiteTitle;
import io.metasched.service.agent.link.SiteWatch;
import io.metasched.service.fake.FakeBatch;
import io.metasched.service.fake.FakeSlurm;
import io.metasched.service.fake.FaultySlurm;
import io.metasched.service.run.GivenClock;
import io.metasched.service.site.HoldFinding;
import io.metasched.service.site.HoldFinding.Kind;
import io.metasched.service.site.HoldRefusal;
import io.metasched.service.site.SiteBooking;
import io.metasched.service.site.SiteHold;
import io.metasched.service.site.SiteTerms;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Booking of a service with a faulty site, through the site's agent. */
final class SiteBookingFaultsTest {
  private static final Instant BEGIN = Instant.parse("2026-03-01T10:00:00Z");
  private static final String PREFIX = "ms-0a1b2c3d-";
  private static final String AGENT = "a";
  // never gives up, even on a very slow machine
  private static final DeskSettings PATIENT =
      new DeskSettings(
          Duration.ofMillis(20), Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1));
  private static final TreeMap<String, String> NODES =
      new TreeMap<>(Map.of("hpc-1", "n1", "hpc-2", "n2", "hpc-3", "n3", "hpc-4", "n4"));

  private final ActorSystem<Void> system =
      ActorSystem.create(
          Behaviors.empty(),
          Link.SYSTEM,
          LinkConfig.over(ConfigFactory.load(), "127.0.0.1", 0, List.of()));
  private final GivenClock clock = new GivenClock(BEGIN);
  private final FakeSlurm site =
      new FakeSlurm(
          clock, List.copyOf(NODES.values()), job -> FakeBatch.of(Duration.ofHours(1), 0));
  private final TreeMap<String, SiteHold> booked = new TreeMap<>();
  private int bookings; // successful ones

  @AfterEach
  void stop() {
    system.terminate();
  }

  private SiteBooking sites(SlurmCommands slurm, AgentsExecutor executor) {
    var rules =
        new CalendarRules("main", PREFIX, List.of("metasched"), Duration.ofSeconds(60), false);
    var holds = SlurmHolds.parallel(slurm, rules, clock, 4);
    var own =
        new AgentSite(
            new SiteWatch(new SlurmSite(slurm, rules), NODES, Duration.ofHours(1), clock),
            new HoldQueue(holds, new HoldNames(PREFIX, NODES), true, Duration.ofHours(1)));
    var offered =
        NODES.keySet().stream().map(name -> new OfferedNode(name, 1, 500, List.of())).toList();
    var title =
        AgentTitle.ofSite(
            AGENT, "hpc", offered, new SiteTitle("faulty", SiteTerms.Promise.FIRM, 0), List.of());
    var unused =
        system.systemActorOf(
            NodeAgent.create(
                title,
                Optional.of(new AgentSecret("s")),
                new ObservedRuns(),
                Optional.of(own),
                List.of(executor.desk()),
                Duration.ofMillis(20),
                Clock.systemUTC()),
            "agent",
            Props.empty());
    return executor.siteBooking();
  }

  /**
   * Books and releases at a faulty site, several jobs at a time. An order without a result is
   * followed by a check, which decides. At the end, the site has exactly the booked holds.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void afterFaultsTheSiteHasExactlyTheBookedHolds(long seed) {
    var random = new Random(seed);
    var faults = new FaultySlurm(site, clock, random, 0.2);
    var executor = AgentsExecutor.open(system, PATIENT, Map.of(), Clock.systemUTC());
    var sites = sites(faults, executor);
    while (executor.agents().toCompletableFuture().join().isEmpty()) {
      LockSupport.parkNanos(10_000_000);
    }
    for (int step = 0; step < 60; step++) {
      clock.advance(Duration.ofMillis(random.nextInt(3000)));
      if (random.nextInt(3) == 0 && !booked.isEmpty()) {
        var name = booked.firstKey();
        booked.remove(name); // decided before the site is asked
        succeeds(sites.release(AGENT, List.of(name)).toCompletableFuture());
      } else {
        book(sites, random, step);
      }
      if (random.nextInt(3) == 0) {
        repair(sites);
      }
    }
    boolean isRepaired = false;
    for (int round = 0; round < 500 && !isRepaired; round++) {
      clock.advance(Duration.ofSeconds(10)); // delayed commands arrive
      isRepaired = repair(sites);
    }

    var kept = new TreeSet<String>();
    site.reservations().stream()
        .map(SiteReservation::name)
        .filter(name -> name.startsWith(PREFIX))
        .forEach(name -> kept.add(name.substring(PREFIX.length())));
    booked.values().removeIf(hold -> !hold.end().isAfter(clock.instant()));
    assertThat(isRepaired).isTrue();
    assertThat(bookings).isGreaterThan(5);
    assertThat(faults.counts()).hasSizeGreaterThan(3);
    assertThat(kept).isEqualTo(booked.keySet());
  }

  /** Books up to four jobs at a time. */
  private void book(SiteBooking sites, Random random, int step) {
    var answers =
        new ArrayList<Map.Entry<List<SiteHold>, CompletableFuture<Optional<HoldRefusal>>>>();
    for (int job = 0; job <= random.nextInt(4); job++) {
      var parts = parts(random, "%d-%d".formatted(step, job));
      answers.add(Map.entry(parts, sites.hold(AGENT, parts).toCompletableFuture()));
    }
    for (var answer : answers) {
      if (succeeds(answer.getValue()) && answer.getValue().join().isEmpty()) {
        bookings++;
        answer.getKey().forEach(part -> booked.put(part.name(), part));
      }
    }
  }

  private static boolean succeeds(CompletableFuture<?> order) {
    return order.handle((result, error) -> error == null).join();
  }

  private List<SiteHold> parts(Random random, String job) {
    var start = BEGIN.plusSeconds(10_000 + 10L * random.nextInt(2000));
    var parts = new ArrayList<SiteHold>();
    for (int part = 0; part <= random.nextInt(3); part++) {
      parts.add(
          new SiteHold(
              "%s.1.%d".formatted(job, part), "hpc-" + (1 + part), start, start.plusSeconds(100)));
    }
    return parts;
  }

  /** Releases the holds that differ; returns whether there were none. */
  private boolean repair(SiteBooking sites) {
    try {
      var findings =
          sites.check(AGENT, List.copyOf(booked.values())).toCompletableFuture().join().stream()
              .filter(found -> found.kind() != Kind.OVERLAPPED)
              .map(HoldFinding::hold)
              .distinct()
              .toList();
      booked.keySet().removeAll(findings);
      sites.release(AGENT, findings).toCompletableFuture().join();
      return findings.isEmpty();
    } catch (CompletionException unknown) {
      return false; // the next check repairs it
    }
  }
}
