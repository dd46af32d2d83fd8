package io.metasched.metascheduler.policy;

import static io.metasched.metascheduler.fixture.CycleFixture.SETTINGS;
import static io.metasched.metascheduler.fixture.CycleFixture.cycle;
import static io.metasched.metascheduler.fixture.CycleFixture.policy;
import static io.metasched.metascheduler.fixture.JobFixture.job;
import static io.metasched.metascheduler.fixture.SlotPicture.slots;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.alternatives.AlternativeOffer;
import io.metasched.metascheduler.alternatives.BudgetReading;
import io.metasched.metascheduler.alternatives.ExactChoice;
import io.metasched.metascheduler.alternatives.VoGoal;
import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.cycle.ReplanSnapshot;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Move;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Promised;
import io.metasched.metascheduler.fixture.RandomCycles;
import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.search.SearchFamily;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class ReschedulingTest {
  private static final String[] EACH_CYCLE = {"replan", "each-cycle"};
  private static final Job JOB = job(1).volume(4).build();

  @Test
  void jobsStayUnlessThePolicyIsAskedToReplan() {
    var asked = policy("css", EACH_CYCLE);

    assertThat(policy("css").replansEachCycle()).isFalse();
    assertThat(asked.replansEachCycle()).isTrue();
    assertThat(asked.replans()).isFalse();
    assertThat(asked.plan(cycle(slots("n1 ...."), JOB)).decisions())
        .allMatch(decision -> decision instanceof Decision.Place place && place.movable());
  }

  @Test
  void aJobMovesWhereItNeedsLessProcessorTimeForTheSameMoney() {
    var promised = promised(JOB, "n1 ####....");

    var moves = replan("css", slots("n2 x2 $2 ...."), promised);

    assertThat(moves).containsExactly(move(promised, "n2 x2 $2 .."));
  }

  @Test
  void aMoveToAnEqualStartIsWorthItsLessProcessorTime() {
    var promised = promised(JOB, "n1 ####....");

    var moves = replan("css", slots("n2 x2 $2 ####.."), promised);

    assertThat(moves).containsExactly(move(promised, "n2 x2 $2 ####.."));
  }

  @Test
  void noJobPaysMoreEndsLaterOrStartsLaterThanPromised() {
    var promised = promised(JOB, "n2 x2 $2 ##..");

    assertThat(replan("css", slots("n3 x4 $5 ...."), promised)).isEmpty();
    assertThat(replan("css", slots("n3 x1 #....."), promised)).isEmpty();
    assertThat(replan("css", slots("n3 x4 $1 ###."), promised)).isEmpty();
  }

  @Test
  void aJobMovesToASlowerNodeOnlyWhereThatServesTheGoal() {
    var promised = promised(JOB, "n2 x2 $2 ####..");
    var slower = slots("n1 ....", "n3 ....", "n4 ...."); // three nodes, so that t* allows 4 units

    assertThat(replan("css", slower, promised)).isEmpty();
    assertThat(replan(settings(VoGoal.MIN_IDLENESS), "css", slower, promised))
        .containsExactly(move(promised, "n1 ...."));
  }

  @Test
  void aJobMayMoveByLessThanItsLengthOverItsOwnTime() {
    var promised = promised(JOB, "n1 ###....");

    var moves = replan("css", slots("n1 #.."), promised);

    assertThat(moves).containsExactly(move(promised, "n1 #...."));
  }

  @Test
  void aSubBatchUsesWhatTheOneAheadOfItHasLeft() {
    var first = promised(JOB, "n1 ####....");
    var second = promised(job(2).volume(4).build(), "n1 ########....");

    var together = replan("css", slots("n1 ...."), first, second);
    var oneByOne = replan("batch-slicer", slots("n1 ...."), first, second);

    assertThat(together).containsExactly(move(first, "n1 ...."));
    assertThat(oneByOne).containsExactly(move(first, "n1 ...."), move(second, "n1 ####...."));
  }

  @Test
  void theEarliestWindowIsTakenIfTheCheapestStartsTooLate() {
    var thrifty = promised(job(1).volume(4).wants(Criterion.COST).build(), "n1 ####....");

    var moves = replan("batch-slicer", slots("n2 x4 $1 ######..", "n3 ...."), thrifty);

    assertThat(moves).containsExactly(move(thrifty, "n3 ...."));
  }

  /** Checks random cycles under all goals, both families of searches and both choices. */
  @Test
  void theGoalIsServedNoWorseThanIfAllStayed() {
    int moved = 0;
    for (long seed = 0; seed < 600; seed++) {
      var settings = RandomCycles.settings(seed);
      var replan = afterJobsHaveGone(settings, seed);

      var moves = policy(settings, "css", EACH_CYCLE).replan(replan);

      moved += moves.size();
      long before = gain(settings.goal(), moves.stream().map(Move::from).toList());
      long after = gain(settings.goal(), moves.stream().map(Move::to).toList());
      assertThat(after).as("seed %d", seed).isGreaterThanOrEqualTo(before);
    }
    assertThat(moved).isGreaterThan(50);
  }

  /** Compares with a naive twin, which searches for windows in slots that it rebuilds each time. */
  @Test
  void theMovesAreTheBestCombinationThereIs() {
    var settings =
        new PolicySettings(
            SearchFamily.exact(1000),
            3,
            VoGoal.MIN_TIME,
            BudgetReading.MEAN_COSTS,
            new ExactChoice(),
            new TreeMap<>());
    int better = 0;
    for (long seed = 0; seed < 600; seed++) {
      var replan = afterJobsHaveGone(settings, seed);
      var stay = replan.promised().stream().map(Promised::window).toList();

      var moves = policy(settings, "css", EACH_CYCLE).replan(replan);

      long saved =
          moves.stream().mapToLong(m -> m.from().procTimeTicks() - m.to().procTimeTicks()).sum();
      // no window costs more than promised: the budget allows each job its least time
      long least =
          naiveWindows(replan, 3).stream()
              .mapToLong(each -> each.stream().mapToLong(Window::procTimeTicks).min().orElseThrow())
              .sum();
      assertThat(time(stay) - saved).as("seed %d", seed).isEqualTo(least);
      better += saved > 0 ? 1 : 0;
    }
    assertThat(better).isGreaterThan(20);
  }

  private static ReplanSnapshot afterJobsHaveGone(PolicySettings settings, long seed) {
    var cycle = RandomCycles.cycle(seed);
    return RandomCycles.afterJobsHaveGone(cycle, policy(settings, "css", EACH_CYCLE).plan(cycle));
  }

  /**
   * Returns, for each job, its promised window and, in passes, the earliest window that is no
   * worse.
   */
  private static List<List<Window>> naiveWindows(ReplanSnapshot replan, int cap) {
    var found = new ArrayList<List<Window>>();
    replan.promised().forEach(promised -> found.add(new ArrayList<>()));
    var taken = new ArrayList<Window>();
    var search = SearchFamily.exact(1000);
    for (int pass = 0; pass < cap; pass++) {
      for (int i = 0; i < found.size(); i++) {
        var promised = replan.promised().get(i);
        var request =
            promised
                .job()
                .request(replan.horizon(), replan.granularityTicks())
                .between(replan.horizon().start(), promised.window().finish())
                .withCostLimit(promised.window().costMilli());
        var window =
            search.find(leftTo(promised, replan, taken), request, Criterion.START).window();
        if (window.isPresent() && window.get().isNoWorseThan(promised.window())) {
          found.get(i).add(window.get());
          taken.add(window.get());
        }
      }
    }
    for (int i = 0; i < found.size(); i++) {
      found.get(i).add(replan.promised().get(i).window());
    }
    return found;
  }

  /** Returns the vacant slots and the job's own slots, without the windows found so far. */
  private static SlotTable leftTo(Promised promised, ReplanSnapshot replan, List<Window> taken) {
    var whole = new SlotTable(replan.slots().whole().slots(), promised.ownSlots());
    whole.giveBack(promised.ownSlots());
    List<Slot> slots = new ArrayList<>(whole.slots());
    for (var window : taken) {
      for (var part : window.parts()) {
        slots = slots.stream().flatMap(slot -> without(slot, part).stream()).toList();
      }
    }
    return new SlotTable(slots);
  }

  private static List<Slot> without(Slot slot, Part part) {
    if (slot.node().id() != part.node() || !slot.span().overlaps(part.span())) {
      return List.of(slot);
    }
    var rest = new ArrayList<Slot>();
    if (slot.span().start() < part.span().start()) {
      var before = new Span(slot.span().start(), part.span().start());
      rest.add(new Slot(slot.node(), before, slot.priceMilli()));
    }
    if (part.span().end() < slot.span().end()) {
      var behind = new Span(part.span().end(), slot.span().end());
      rest.add(new Slot(slot.node(), behind, slot.priceMilli()));
    }
    return rest;
  }

  private static long time(List<Window> windows) {
    return windows.stream().mapToLong(Window::procTimeTicks).sum();
  }

  private static long gain(VoGoal goal, List<Window> windows) {
    return windows.stream()
        .mapToLong(w -> goal.gain(new AlternativeOffer(w.procTimeTicks(), w.costMilli())))
        .sum();
  }

  private static PolicySettings settings(VoGoal goal) {
    return new PolicySettings(
        SETTINGS.search(),
        SETTINGS.alternativesCap(),
        goal,
        SETTINGS.reading(),
        SETTINGS.choice(),
        SETTINGS.options());
  }

  private static List<Move> replan(String name, List<Slot> vacant, Promised... promised) {
    return replan(SETTINGS, name, vacant, promised);
  }

  private static List<Move> replan(
      PolicySettings settings, String name, List<Slot> vacant, Promised... promised) {
    return policy(settings, name, EACH_CYCLE)
        .replan(
            new ReplanSnapshot(
                0, new Span(0, 20_000), 1000, List.of(promised), new SlotTable(vacant)));
  }

  /** Returns a job that is promised the slots of a picture. */
  private static Promised promised(Job job, String... drawn) {
    return new Promised(job, window(drawn), slots(drawn));
  }

  private static Move move(Promised promised, String... drawn) {
    return new Move(promised.job(), promised.window(), window(drawn));
  }

  private static Window window(String... drawn) {
    return new Window(
        slots(drawn).stream()
            .map(
                slot ->
                    Part.on(
                        slot.node(),
                        slot.span().start(),
                        slot.span().lengthTicks(),
                        slot.priceMilli()))
            .toList());
  }
}
