package io.metasched.metascheduler.whatif.actor;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import akka.persistence.testkit.PersistenceTestKitPlugin;
import akka.persistence.testkit.PersistenceTestKitSnapshotPlugin;
import com.typesafe.config.ConfigFactory;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.metascheduler.whatif.ClusterProperties;
import io.metasched.metascheduler.whatif.GridAnswer;
import io.metasched.metascheduler.whatif.GridAnswer.Outcome;
import io.metasched.metascheduler.whatif.GridRequest;
import io.metasched.metascheduler.whatif.InformationService;
import io.metasched.metascheduler.whatif.actor.GridReservationService.Answered;
import io.metasched.metascheduler.whatif.actor.GridReservationService.Rejection;
import io.metasched.metascheduler.whatif.actor.GridReservationService.Withdrawn;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.profile.CapacitySlots;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.HeadPromise;
import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.ReservationRequest;
import io.metasched.resource.provider.actor.Provider;
import io.metasched.resource.provider.probe.CandidateStarts;
import io.metasched.resource.provider.probe.ReservationProbe;
import io.metasched.resource.whatif.AvailabilityMethods;
import io.metasched.resource.whatif.MetricWeights;
import io.metasched.resource.whatif.SlotPreference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Reservation service and two providers of four processors, all with journals. One of the actors
 * terminates at random messages and is started again. The clients repeat unanswered requests.
 */
@Tag("faults")
final class GridReservationCrashTest {
  private static final Duration RETRY = Duration.ofMillis(20);
  private static final Duration DEADLINE = Duration.ofMillis(5);
  private static final Duration MOST = Duration.ofMinutes(5);
  private static final long TICKS = 10;
  private static final MetaschedulerSettings BOUNDS =
      new MetaschedulerSettings(100, 1000, 4, MOST, RETRY);
  private static final ActorTestKit testKit =
      ActorTestKit.create(
          PersistenceTestKitPlugin.getInstance()
              .config()
              .withFallback(PersistenceTestKitSnapshotPlugin.config())
              .withFallback(ConfigFactory.load()));
  private static final ExecutorService restarter = Executors.newSingleThreadExecutor();
  private static int runs;

  @AfterAll
  static void shutDown() {
    restarter.shutdown();
    testKit.shutdownTestKit();
  }

  /** Actor that is started again with its journal. */
  private static final class Restarted<C> {
    private final Supplier<ActorRef<C>> start;
    private volatile ActorRef<C> current;

    Restarted(Supplier<ActorRef<C>> start) {
      this.start = start;
      current = start.get();
    }

    void restart() {
      testKit.stop(current, MOST);
      current = start.get();
    }
  }

  /**
   * Workload of a seed. The seed also determines the actor that terminates and the time, but not
   * the order of concurrent messages.
   */
  private static final class Run {
    private final SplittableRandom drawn;
    private final SplittableRandom faults;
    private final double faultShare;
    private final List<Restarted<Provider.Command>> providers;
    private final List<ActorRef<Provider.Command>> doors;
    private final Restarted<GridReservationService.Command> service;
    private final TestProbe<GridReservationService.Reply> client = testKit.createTestProbe();
    private final TestProbe<Provider.Reply> owner = testKit.createTestProbe();
    private final List<Object> replies = new ArrayList<>();
    private final TreeMap<Integer, GridAnswer> granted = new TreeMap<>();
    private final TreeMap<Integer, GridRequest> requests = new TreeMap<>();
    private long commands;
    private int restarts;

    Run(int seed, double faultShare, int snapshotEvery, Optional<Duration> probeDeadline) {
      runs++;
      var run = "-" + runs;
      drawn = new SplittableRandom(seed);
      faults = new SplittableRandom(seed + 1_000_000L);
      this.faultShare = faultShare;
      providers =
          IntStream.range(0, 2)
              .mapToObj(
                  i -> {
                    var journal = Journal.persistent("provider" + run + "-" + i, snapshotEvery);
                    return new Restarted<>(() -> testKit.spawn(provider(i, journal)));
                  })
              .toList();
      doors = providers.stream().map(this::door).toList();
      var known = List.of(new ClusterProperties(0, 4), new ClusterProperties(1, 4));
      var information = testKit.spawn(GridInformationService.create(new InformationService(known)));
      var journal = Journal.persistent("service" + run, snapshotEvery);
      service =
          new Restarted<>(
              () ->
                  testKit.spawn(
                      GridReservationService.create(
                          1, information, doors, probeDeadline, BOUNDS, journal)));
    }

    /**
     * Creates a provider that rates starts only by load, so that many of the tried starts are not
     * free.
     */
    private static Behavior<Provider.Command> provider(int i, Journal journal) {
      var method = AvailabilityMethods.named("load", MetricWeights.EQUAL).orElseThrow();
      return Provider.create(
          i,
          () ->
              new ProviderBook(
                  4,
                  LocalSchedulers.named("easy").orElseThrow(),
                  CapacitySlots.VARIABLE,
                  HeadPromise.IGNORED),
          Optional.of(new ReservationProbe(method, new CandidateStarts(5, 1))),
          1000,
          journal);
    }

    /**
     * Creates a gate that forwards messages to a provider, and may terminate an actor before or
     * after a message.
     */
    private ActorRef<Provider.Command> door(Restarted<Provider.Command> provider) {
      return testKit.spawn(
          Behaviors.receiveMessage(
              command -> {
                mayFail();
                provider.current.tell(command);
                mayFail();
                return Behaviors.same();
              }));
    }

    /**
     * Terminates an actor during its work, on a separate thread, because the call waits for the
     * termination.
     */
    private synchronized void mayFail() {
      if (faults.nextDouble() < faultShare) {
        restarts++;
        int which = faults.nextInt(5);
        restarter.execute(which < 2 ? providers.get(which)::restart : service::restart);
      }
    }

    private CommandId id(int issuer) {
      return new CommandId(issuer, commands++);
    }

    /** Repeats a command until it is answered. */
    private <C, R> R answer(
        Supplier<ActorRef<C>> to,
        TestProbe<R> sender,
        C command,
        Predicate<R> isAnswer,
        Runnable beside) {
      for (long tries = 0; tries < MOST.dividedBy(RETRY); tries++) {
        mayFail();
        to.get().tell(command);
        beside.run();
        mayFail();
        try {
          for (var reply = sender.receiveMessage(RETRY); ; reply = sender.receiveMessage(RETRY)) {
            if (isAnswer.test(reply)) {
              return reply;
            }
          }
        } catch (AssertionError none) {
          // lost, or not yet answered
        }
      }
      throw new AssertionError("no answer to " + command);
    }

    private void ask(
        int provider, BiFunction<CommandId, ActorRef<Provider.Reply>, Provider.Command> c) {
      var id = id(8);
      var command = c.apply(id, owner.ref());
      Supplier<ActorRef<Provider.Command>> to = () -> doors.get(provider);
      replies.add(answer(to, owner, command, reply -> reply.id().equals(id), () -> {}));
    }

    private GridReservationService.Reply ask(GridReservationService.ClientCommand c) {
      return ask(c, () -> {});
    }

    private GridReservationService.Reply ask(
        GridReservationService.ClientCommand c, Runnable beside) {
      Supplier<ActorRef<GridReservationService.Command>> to = () -> service.current;
      return answer(to, client, c, r -> r.id().equals(c.id()) && !isBusy(r), beside);
    }

    private static boolean isBusy(GridReservationService.Reply reply) {
      return reply instanceof GridReservationService.Rejected no && no.reason() == Rejection.BUSY;
    }

    private GridReservationService.Request request(long now) {
      int number = 1000 + requests.size();
      long ready = now + drawn.nextInt(6);
      long length = 1L + drawn.nextInt(4);
      var part =
          new ReservationRequest(
              number, ready, ready + length + drawn.nextInt(12), 1 + drawn.nextInt(4), length);
      var preference = drawn.nextBoolean() ? SlotPreference.EARLIEST : SlotPreference.LATEST;
      var request = new GridRequest(part, 1 + drawn.nextInt(2), preference);
      requests.put(number, request);
      return new GridReservationService.Request(id(7), request, now, client.ref());
    }

    private GridReservationService.Withdraw withdrawal(int number, long now) {
      return new GridReservationService.Withdraw(id(7), number, now, client.ref());
    }

    private void take(int number, GridReservationService.Reply reply) {
      assertThat(reply).isNotInstanceOf(GridReservationService.Failed.class);
      if (reply instanceof Answered answered && answered.answer().outcome() == Outcome.GRANTED) {
        granted.put(number, answered.answer());
      } else if (reply instanceof Withdrawn) {
        granted.remove(number);
      }
      replies.add(reply);
    }

    /** Sends the commands one after the other. */
    void oneByOne(long now) {
      if (!requests.isEmpty() && drawn.nextInt(3) == 0) {
        int number = 1000 + drawn.nextInt(requests.size());
        take(number, ask(withdrawal(number, now)));
      }
      for (int i = drawn.nextInt(3); i > 0; i--) {
        var request = request(now);
        take(request.request().number(), ask(request));
      }
    }

    /** Sends another request, or a withdrawal, before a request is answered. */
    void hastily(long now) {
      var request = request(now);
      int number = request.request().number();
      var withdrawal = withdrawal(number, now);
      service.current.tell(request);
      mayFail();
      if (drawn.nextBoolean()) {
        var other = request(now);
        take(other.request().number(), ask(other));
        take(number, ask(request));
      } else {
        take(number, ask(request, () -> service.current.tell(withdrawal)));
      }
      take(number, ask(withdrawal)); // may be a repetition
    }

    Run all(BiConsumer<Run, Long> clients) {
      for (long tick = 0; tick < TICKS; tick++) {
        long now = tick;
        for (int i = 0; i < 2; i++) {
          ask(i, (id, replyTo) -> new Provider.End(id, List.of(), now, replyTo));
          if (drawn.nextInt(3) == 0) {
            var job = new BatchJob((int) commands, now, 1 + drawn.nextInt(3), 1 + drawn.nextInt(3));
            ask(i, (id, replyTo) -> new Provider.Submit(id, job, now, replyTo));
          }
        }
        clients.accept(this, now);
        for (int i = 0; i < 2; i++) {
          ask(i, (id, replyTo) -> new Provider.Start(id, true, now, replyTo));
        }
      }
      for (int i = 0; i < 2; i++) {
        ask(i, (id, replyTo) -> new Provider.QueryStatus(id, TICKS, replyTo));
      }
      return this;
    }

    /**
     * Checks that the providers have reserved exactly the granted requests that were not withdrawn.
     */
    void assertNothingIsOrphanedOrLost() {
      long[] expected = new long[2];
      granted.forEach(
          (number, answer) -> {
            var placement = answer.placement().orElseThrow();
            var part = requests.get(number).part();
            if (placement.startTick() >= TICKS) {
              placement
                  .clusters()
                  .forEach(c -> expected[c] += part.processors() * part.durationTicks());
            }
          });
      for (int i = 0; i < 2; i++) {
        var status = (Provider.Status) replies.get(replies.size() - 2 + i);
        assertThat(status.state().reservedWork()).isEqualTo(expected[i]);
      }
    }
  }

  private static void compare(int seeds) {
    int restarts = 0;
    int withdrawn = 0;
    int undone = 0;
    for (int seed = 1; seed <= seeds; seed++) {
      var undisturbed = new Run(seed, 0, 1000, Optional.empty()).all(Run::oneByOne);
      undisturbed.assertNothingIsOrphanedOrLost();
      var run = new Run(seed, 0.05, seed % 2 == 0 ? 2 : 1000, Optional.empty()).all(Run::oneByOne);
      assertThat(run.replies).as("seed %d", seed).isEqualTo(undisturbed.replies);
      run.assertNothingIsOrphanedOrLost();
      restarts += run.restarts;
      withdrawn += (int) run.replies.stream().filter(Withdrawn.class::isInstance).count();
      undone +=
          (int)
              run.replies.stream()
                  .filter(r -> r instanceof Answered a && a.answer().tried().size() > 1)
                  .count();
    }
    assertThat(restarts).isGreaterThan(5 * seeds);
    assertThat(withdrawn).isGreaterThan(seeds / 2);
    assertThat(undone).isGreaterThan(seeds / 2);
  }

  private static void hurry(int seeds) {
    for (int seed = 1; seed <= seeds; seed++) {
      new Run(seed, 0.1, seed % 2 == 0 ? 2 : 1000, Optional.of(DEADLINE))
          .all(Run::hastily)
          .assertNothingIsOrphanedOrLost();
    }
  }

  @Test
  void answersAndReservationsAreThoseOfARunWithoutACrash() {
    compare(5);
  }

  @Test
  void nothingIsOrphanedOrLostWhateverIsWithdrawnOrLeftOutMeanwhile() {
    hurry(5);
  }

  @Test
  @Tag("long")
  void answersAndReservationsAreThoseOfManyRunsWithoutACrash() {
    compare(100);
  }

  @Test
  @Tag("long")
  void nothingIsOrphanedOrLostInManyRuns() {
    hurry(100);
  }
}
