package io.metasched.service.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.service.book.AccountRecord;
import io.metasched.service.book.BookState;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.book.LedgerEntry;
import io.metasched.service.book.Money;
import io.metasched.service.book.PartRecord;
import io.metasched.service.book.RandomHistory;
import io.metasched.service.plan.Fleet;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Incremental figures of the last day, compared with the whole event store on random histories. */
final class LastDayTest {
  private static final Fleet FLEET =
      new Fleet(
          List.of(
              node("north-0", "north"), node("north-1", "north"), node("north-2", "elsewhere")));

  private static FleetNode node(String name, String domain) {
    return new FleetNode(name, domain, 1, 10, List.of());
  }

  @Test
  void madeStepByStepItIsThatOfTheWholeBook() {
    var seen = new TreeMap<String, Integer>();
    for (int seed = 0; seed < 20; seed++) {
      var random = new Random(seed);
      var history = new RandomHistory(seed);
      var now = Instant.parse("2026-01-01T00:00:00Z");
      var day = LastDay.of(history.state(), now, FLEET);
      for (int look = 0; look < 30; look++) {
        for (int event = random.nextInt(60); event > 0; event--) {
          history.next();
        }
        // sometimes the next hour, or a clock that was set back
        now = now.plusSeconds(random.nextInt(-60, random.nextInt(5) == 0 ? 30_000 : 300));
        day = day.then(history.state(), now);

        assertThat(written(day)).isEqualTo(naive(history.state(), now, seen));
      }
    }
    assertThat(seen).containsOnlyKeys("used", "earned", "earning", "reason");
  }

  private static List<JsonNode> written(LastDay day) {
    var hours = JsonNodeFactory.instance.objectNode();
    day.hours(hours, true, domain -> true);
    var north = JsonNodeFactory.instance.objectNode();
    day.hours(north, true, "north"::equals);
    var rest = JsonNodeFactory.instance.objectNode();
    rest.put("earning", day.earningMilli());
    rest.put("ran", ran(day.users()));
    rest.put("ranOfOne", ran(day.users("a1")));
    return List.of(
        day.states(account -> true),
        day.states("a1"::equals),
        day.reasons(account -> true),
        day.reasons("a1"::equals),
        hours,
        north,
        rest);
  }

  /** Returns the figures as text; sums of doubles are rounded, because their order may differ. */
  private static String ran(UsersDay users) {
    var json = JsonNodeFactory.instance.objectNode();
    users.write(json, user -> true);
    var text = new StringBuilder("%.9f".formatted(json.path("fairness").asDouble()));
    for (var line : json.path("users")) {
      text.append(
          " %s %d %.6f %.6f %.6f %s"
              .formatted(
                  line.path("user").asText(),
                  line.path("jobs").asInt(),
                  line.path("wait").asDouble(),
                  line.path("slowdown").asDouble(),
                  line.path("nodeSeconds").asDouble(),
                  line.path("charged").asText()));
    }
    return text.toString();
  }

  // --- the twin, which recomputes everything each time

  private static List<JsonNode> naive(BookState state, Instant now, Map<String, Integer> seen) {
    var from = now.truncatedTo(ChronoUnit.HOURS).minus(Duration.ofHours(23));
    var jobs = new ArrayList<JobRecord>();
    state.jobs().values().forEach(jobs::add);
    var recent =
        jobs.stream()
            .filter(job -> job.times().ended().filter(end -> end.isBefore(from)).isEmpty())
            .toList();
    var own = recent.stream().filter(job -> job.spec().account().equals("a1")).toList();
    var rest = JsonNodeFactory.instance.objectNode();
    long earning = 0;
    for (var job : recent) {
      for (var part : job.parts()) {
        boolean runs = part.started().isPresent() && part.ended().isEmpty();
        earning += runs && isKnown(part) ? part.booked().priceMilli() : 0;
      }
    }
    rest.put("earning", earning).put("ran", ran(users(recent))).put("ranOfOne", ran(users(own)));
    if (earning > 0) {
      seen.merge("earning", 1, Integer::sum);
    }
    return List.of(
        states(jobs),
        states(jobs.stream().filter(job -> job.spec().account().equals("a1")).toList()),
        reasons(recent, seen),
        reasons(own, new TreeMap<>()),
        hours(state, recent, now, from, List.of("elsewhere", "north"), seen),
        hours(state, recent, now, from, List.of("north"), seen),
        rest);
  }

  private static boolean isKnown(PartRecord part) {
    return FLEET.number(part.node()).isPresent();
  }

  private static UsersDay users(List<JobRecord> jobs) {
    var users = new UsersDay();
    jobs.forEach(users::add);
    return users;
  }

  private static JsonNode states(List<JobRecord> jobs) {
    var json = JsonNodeFactory.instance.objectNode();
    for (var state : JobState.values()) {
      json.put(state.label(), (int) jobs.stream().filter(job -> job.state() == state).count());
    }
    return json;
  }

  private static JsonNode reasons(List<JobRecord> jobs, Map<String, Integer> seen) {
    var counts = new TreeMap<String, Integer>();
    for (var job : jobs) {
      boolean isTold = job.state() == JobState.WAITING || job.state() == JobState.REFUSED;
      if (isTold && !job.reason().equals(JobRecord.Reason.NONE)) {
        counts.merge(job.reason().code(), 1, Integer::sum);
        seen.merge("reason", 1, Integer::sum);
      }
    }
    var json = JsonNodeFactory.instance.objectNode();
    counts.forEach(json::put);
    return json;
  }

  private static JsonNode hours(
      BookState state,
      List<JobRecord> jobs,
      Instant now,
      Instant from,
      List<String> domains,
      Map<String, Integer> seen) {
    var json = JsonNodeFactory.instance.objectNode();
    var hours = json.putArray("hours");
    double nodes = FLEET.nodes().stream().filter(node -> domains.contains(node.domain())).count();
    for (int hour = 0; hour < 24; hour++) {
      var begins = from.plus(Duration.ofHours(hour));
      var ends = begins.plus(Duration.ofHours(1));
      double used = 0;
      for (var job : jobs) {
        for (var part : job.parts()) {
          var number = FLEET.number(part.node());
          if (number.isPresent()
              && domains.contains(FLEET.nodes().get(number.getAsInt()).domain())
              && part.started().isPresent()) {
            used += shared(part.started().get(), part.ended().orElse(now), begins, ends);
          }
        }
      }
      long earned = 0;
      for (var entry : state.ledger().values()) {
        boolean isIncome =
            entry.kind() == LedgerEntry.Kind.CHARGE || entry.kind() == LedgerEntry.Kind.FEE;
        boolean isOwners =
            domains.stream()
                .anyMatch(name -> entry.key().account().equals(AccountRecord.ownersOf(name)));
        boolean isLast = hour == 23; // entries with a later date count for the current hour
        if (isIncome
            && isOwners
            && !entry.at().isBefore(begins)
            && (isLast || entry.at().isBefore(ends))) {
          earned += entry.milli();
        }
      }
      hours
          .addObject()
          .put("from", Answers.time(begins))
          .put("used", used / 3_600_000 / nodes)
          .put("income", Money.format(earned));
      if (used > 0) {
        seen.merge("used", 1, Integer::sum);
      }
      if (earned > 0) {
        seen.merge("earned", 1, Integer::sum);
      }
    }
    return json;
  }

  private static long shared(Instant start, Instant end, Instant begins, Instant ends) {
    var first = start.isAfter(begins) ? start : begins;
    var last = end.isBefore(ends) ? end : ends;
    return Math.max(0, Duration.between(first, last).toMillis());
  }
}
