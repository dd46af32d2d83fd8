package io.metasched.metascheduler.cyclic.scheduling;

import static io.metasched.metascheduler.fixture.CycleFixture.window;
import static io.metasched.metascheduler.fixture.JobFixture.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.metascheduler.cyclic.scheduling.BookingProcess.BookWindow;
import io.metasched.metascheduler.cyclic.scheduling.BookingProcess.QueryUncontendedSlots;
import io.metasched.metascheduler.cyclic.scheduling.GroupBooking.BookWindows;
import io.metasched.metascheduler.cyclic.scheduling.GroupBooking.Denial;
import io.metasched.metascheduler.cyclic.scheduling.GroupBooking.OfferUncontended;
import io.metasched.metascheduler.model.Deposit;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.resource.fixture.Pictures;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.owner.Refusal;
import io.metasched.resource.pricing.ListPricing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Group bookings of users 0, 1 and 2, who each deposit 10 of money in a cycle; windows are on four
 * nodes.
 */
final class GroupBookingTest {
  private static final int ALL = 1000;
  private static final SortedMap<JobId, Denial> NONE = new TreeMap<>();
  private final VoScheduler scheduler = scheduler();

  private static VoScheduler scheduler() {
    var nodes = List.of(node(0), node(1), node(2), node(3));
    return new VoScheduler(
        new VoRules(1000, 20_000, 0, 100, 2, false),
        nodes,
        new ListPricing(),
        "drawn",
        snapshot -> new Plan(List.of()),
        number -> 1);
  }

  private static Node node(int id) {
    return Node.of(id, 1, 1000);
  }

  private static BookingProcess process(VoScheduler scheduler, List<Decision> decisions) {
    var deposits = List.of(new Deposit(0, 10_000), new Deposit(1, 10_000), new Deposit(2, 10_000));
    var horizon = scheduler.open(0, 0, deposits).horizon();
    return scheduler.book(new PlannedCycle(0, horizon, new Plan(decisions)), 0);
  }

  private static Decision place(long number, Window window) {
    return new Decision.Place(JobId.of(number), window, 1, true, true);
  }

  /** Returns a booking of jobs 1, 2 and so on, one for each of the given users. */
  private GroupBooking booking(int mostParts, List<Integer> users, Window... windows) {
    var decisions = new ArrayList<Decision>();
    for (int i = 0; i < windows.length; i++) {
      scheduler.submit(job(i + 1).user(users.get(i)).build(), 0);
      decisions.add(place(i + 1, windows[i]));
    }
    return new GroupBooking(process(scheduler, decisions), mostParts);
  }

  private static void asks(GroupBooking booking, long... jobs) {
    var step = (BookWindows) booking.next().orElseThrow();
    assertThat(step.windows()).extracting(each -> each.job().number()).containsExactly(box(jobs));
  }

  private static Long[] box(long... numbers) {
    var boxed = new Long[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      boxed[i] = numbers[i];
    }
    return boxed;
  }

  private static SortedMap<JobId, Denial> refusing(long number) {
    var refused = new TreeMap<JobId, Denial>();
    refused.put(JobId.of(number), new Denial(3, Refusal.SLOT_TAKEN));
    return refused;
  }

  private List<Class<?>> outcomes() {
    var kinds = new ArrayList<Class<?>>();
    for (var event : scheduler.flow().history()) {
      if (!(event instanceof FlowEvent.Submitted) && !(event instanceof FlowEvent.Deposited)) {
        kinds.add(event.getClass());
      }
    }
    return kinds;
  }

  @Test
  void windowsThatDoNotOverlapAreAskedForAtOnceAndRecordedInTheOrderOfJobIds() {
    var booking =
        booking(
            ALL, List.of(0, 1, 2), window(0, 1, 1, 0, 1), window(1, 1, 1, 1), window(0, 1, 1, 2));

    asks(booking, 1, 2, 3);
    booking.booked(refusing(2));

    assertThat(booking.next()).isEmpty();
    assertThat(booking.booked()).extracting(each -> each.job().number()).containsExactly(1L, 3L);
    assertThat(outcomes())
        .containsExactly(
            FlowEvent.Reserved.class,
            FlowEvent.Booked.class,
            FlowEvent.Reserved.class,
            FlowEvent.Requeued.class,
            FlowEvent.Reserved.class,
            FlowEvent.Booked.class);
    assertThat(scheduler.flow().history())
        .contains(new FlowEvent.Requeued(0, 0, JobId.of(2), 3, Refusal.SLOT_TAKEN));
  }

  @Test
  void aWindowThatOverlapsAnotherWaitsForItsOutcome() {
    var booking =
        booking(ALL, List.of(0, 1, 2), window(0, 2, 1, 0), window(1, 2, 1, 0), window(4, 1, 1, 0));

    asks(booking, 1);
    booking.booked(refusing(1));
    asks(booking, 2, 3);
  }

  @Test
  void aWindowThatCanBePaidOnlyIfAnotherIsRefusedWaitsForItsOutcome() {
    var booking =
        booking(ALL, List.of(0, 0, 1), window(0, 1, 6, 0), window(0, 1, 6, 1), window(0, 1, 6, 2));

    asks(booking, 1);
    booking.booked(refusing(1));
    asks(booking, 2, 3);
    booking.booked(NONE);

    assertThat(booking.next()).isEmpty();
    assertThat(scheduler.flow().availableMilli(0)).isEqualTo(4000);
  }

  @Test
  void aWindowThatCannotBePaidAnywayIsNotAskedFor() {
    var booking =
        booking(ALL, List.of(0, 1, 2), window(0, 1, 6, 0), window(0, 1, 11, 1), window(0, 1, 6, 2));

    asks(booking, 1, 3);
    booking.booked(NONE);

    assertThat(booking.next()).isEmpty();
    assertThat(outcomes().get(2)).isEqualTo(FlowEvent.Refused.class);
  }

  @Test
  void aGroupHasAtMostSoManyParts() {
    var booking =
        booking(
            2, List.of(0, 1, 2), window(0, 1, 1, 0, 1, 2), window(1, 1, 1, 0), window(1, 1, 1, 1));

    asks(booking, 1);
    booking.booked(NONE);
    asks(booking, 2, 3);
  }

  @Test
  void nothingIsBookedThatWasNotAskedFor() {
    var booking = booking(ALL, List.of(0), window(0, 1, 1, 0));

    assertThatThrownBy(() -> booking.booked(NONE)).hasMessage("no window was requested");
  }

  // --- the same result as separate bookings

  /** Owners that refuse taken time, and some windows even if their time is free. */
  private static final class Owners {
    private final TreeMap<Integer, List<Held>> held = new TreeMap<>();
    private final Set<JobId> unlucky;

    private record Held(JobId job, Span span) {}

    Owners(Set<JobId> unlucky) {
      this.unlucky = unlucky;
    }

    Optional<Denial> hold(BookWindow window) {
      Denial first = unlucky.contains(window.job()) ? new Denial(9, Refusal.OWNER_LOST) : null;
      for (var part : window.window().parts()) {
        var parts = held.computeIfAbsent(part.node(), n -> new ArrayList<>());
        if (parts.stream().noneMatch(other -> other.span().overlaps(part.span()))) {
          parts.add(new Held(window.job(), part.span()));
        } else if (first == null) {
          first = new Denial(part.node(), Refusal.SLOT_TAKEN);
        }
      }
      return Optional.ofNullable(first);
    }

    void release(BookWindow window) {
      held.values().forEach(parts -> parts.removeIf(part -> part.job().equals(window.job())));
    }
  }

  private record Outcome(
      List<FlowEvent> history, List<CycleReport> reports, List<BookWindow> booked) {}

  private static Outcome oneByOne(VoScheduler scheduler, List<Decision> plan, Owners owners) {
    var process = process(scheduler, plan);
    var booked = new ArrayList<BookWindow>();
    for (var step = process.next(); step.isPresent(); step = process.next()) {
      if (step.get() instanceof QueryUncontendedSlots) {
        process.uncontended(Pictures.table("n0 #"));
      } else if (step.get() instanceof BookWindow window) {
        var denial = owners.hold(window);
        if (denial.isPresent()) {
          owners.release(window);
          process.refused(denial.get().node(), denial.get().reason());
        } else {
          process.booked();
          booked.add(window);
        }
      }
    }
    return new Outcome(scheduler.flow().history(), scheduler.reports(), booked);
  }

  private static Outcome inGroups(
      VoScheduler scheduler, List<Decision> plan, Owners owners, int mostParts) {
    var booking = new GroupBooking(process(scheduler, plan), mostParts);
    for (var step = booking.next(); step.isPresent(); step = booking.next()) {
      if (step.get() instanceof OfferUncontended) {
        booking.uncontended(Pictures.table("n0 #"));
      } else if (step.get() instanceof BookWindows group) {
        var refused = new TreeMap<JobId, Denial>();
        for (var window : group.windows()) {
          owners.hold(window).ifPresent(denial -> refused.put(window.job(), denial));
        }
        group.windows().stream()
            .filter(window -> refused.containsKey(window.job()))
            .forEach(owners::release);
        booking.booked(refused);
      }
    }
    return new Outcome(scheduler.flow().history(), scheduler.reports(), booking.booked());
  }

  @Test
  void groupsHaveTheResultOfWindowsOneByOne() {
    var random = new Random(46);
    int refused = 0;
    for (int example = 0; example < 2000; example++) {
      var jobs = 1 + random.nextInt(10);
      var plan = new ArrayList<Decision>();
      var users = new ArrayList<Integer>();
      var unlucky = new TreeSet<JobId>();
      var withdrawn = new TreeSet<JobId>();
      for (int number = 1; number <= jobs; number++) {
        var id = JobId.of(number);
        users.add(random.nextInt(3));
        if (random.nextInt(6) == 0) {
          var reason =
              random.nextBoolean() ? PostponeReason.NO_ALTERNATIVE : PostponeReason.BEHIND_ANOTHER;
          plan.add(new Decision.Postpone(id, reason, 0));
        } else {
          plan.add(place(number, drawn(random)));
        }
        if (random.nextInt(8) == 0) {
          unlucky.add(id);
        }
        if (random.nextInt(10) == 0) {
          withdrawn.add(id);
        }
      }
      var one = new Owners(unlucky);
      var other = new Owners(unlucky);

      var expected = oneByOne(submitted(users, withdrawn), plan, one);
      var outcome = inGroups(submitted(users, withdrawn), plan, other, 1 + random.nextInt(12));

      assertThat(outcome).as("example %d", example).isEqualTo(expected);
      assertThat(other.held).isEqualTo(one.held);
      refused += jobs - expected.booked().size();
    }
    assertThat(refused).isGreaterThan(1000);
  }

  private static VoScheduler submitted(List<Integer> users, Set<JobId> withdrawn) {
    var scheduler = scheduler();
    for (int i = 0; i < users.size(); i++) {
      scheduler.submit(job(i + 1).user(users.get(i)).build(), 0);
    }
    for (var id : withdrawn) {
      scheduler.withdraw(scheduler.withdrawal(id, 0).orElseThrow(), 0);
    }
    return scheduler;
  }

  private static Window drawn(Random random) {
    var nodes = new TreeSet<Integer>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      nodes.add(random.nextInt(4));
    }
    return window(
        random.nextInt(8),
        1 + random.nextInt(3),
        random.nextInt(3),
        nodes.stream().mapToInt(n -> n).toArray());
  }
}
