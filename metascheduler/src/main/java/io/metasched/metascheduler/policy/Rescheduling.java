package io.metasched.metascheduler.policy;

import io.metasched.metascheduler.alternatives.AlternativeOffer;
import io.metasched.metascheduler.alternatives.BetterWindows;
import io.metasched.metascheduler.alternatives.BudgetReading;
import io.metasched.metascheduler.alternatives.ChoiceProblem;
import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.metascheduler.cycle.ReplanSnapshot;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Move;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Promised;
import io.metasched.resource.model.Window;
import io.metasched.resource.slots.SlotView;
import java.util.ArrayList;
import java.util.List;

/**
 * CSS or the batch-slicer, with replanning in each cycle of booked jobs that have not begun.
 *
 * <p>Before the snapshot of a cycle, the booked jobs are divided into sub-batches like the queue.
 * Each job gets alternatives by the criterion by which it was planned. Only windows that start no
 * later, end no later and cost no more than the job's own window are admitted; the own window is an
 * alternative, too. The best combination of each sub-batch for the VO is chosen, and the jobs move
 * unless the result would be worse for the VO's goal than if all jobs stayed.
 *
 * <p>Source: the cyclic scheduling paper, section 8, names replanning each cycle from the updated
 * utilisation as further work; everything else is an addition of this project (docs/adr/0006). The
 * budget of a sub-batch is the promised cost of its jobs. The budget excludes no combination,
 * because no alternative costs more.
 *
 * <p>Cost: up to (cap + 2) window searches per booked job, plus the choice in each sub-batch.
 */
final class Rescheduling implements SchedulingPolicy {
  static final String OPTION = "replan";
  static final String NONE = "none";
  private static final String EACH_CYCLE = "each-cycle";

  private final BatchSlicer slicer;
  private final PolicySettings settings;
  private final BetterWindows search;

  private Rescheduling(BatchSlicer slicer, PolicySettings settings) {
    this.slicer = slicer;
    this.settings = settings;
    search = new BetterWindows(settings.search(), settings.alternativesCap());
  }

  /**
   * Returns the policy itself, or with the option {@code replan = each-cycle} the policy with
   * replanning.
   */
  static SchedulingPolicy of(PolicySettings settings, BatchSlicer slicer) {
    boolean none = settings.oneOf(OPTION, List.of(NONE, EACH_CYCLE)).equals(NONE);
    return none ? slicer : new Rescheduling(slicer, settings);
  }

  @Override
  public Plan plan(CycleSnapshot snapshot) {
    return new Plan(
        slicer.plan(snapshot).decisions().stream().map(Rescheduling::leftMovable).toList());
  }

  private static Decision leftMovable(Decision decision) {
    return decision instanceof Decision.Place place
        ? new Decision.Place(
            place.job(), place.window(), place.alternatives(), true, place.proven())
        : decision;
  }

  @Override
  public boolean replansEachCycle() {
    return true;
  }

  @Override
  public List<Move> replan(ReplanSnapshot snapshot) {
    var slots = snapshot.slots().copy();
    var moves = new ArrayList<Move>();
    for (var slice : slicer.slices(snapshot.promised())) {
      var chosen = choose(snapshot, slice, slots);
      for (int i = 0; i < slice.size(); i++) {
        var promised = slice.get(i);
        if (differ(promised.window(), chosen.get(i))) {
          slots.giveBack(promised.ownSlots());
          slots.subtract(chosen.get(i));
          moves.add(new Move(promised.job(), promised.window(), chosen.get(i)));
        }
      }
    }
    return moves;
  }

  /**
   * Returns the window of each job in the best combination, or its current window if no combination
   * is better.
   */
  private List<Window> choose(ReplanSnapshot snapshot, List<Promised> slice, SlotView slots) {
    var present = slice.stream().map(Promised::window).toList();
    var alternatives =
        search.gather(
            slots, slice, snapshot.horizon(), snapshot.granularityTicks(), slicer::criterionOf);
    for (int i = 0; i < slice.size(); i++) {
      alternatives.get(i).add(present.get(i)); // last: of equal windows, a newly found one is taken
    }
    var problem =
        new ChoiceProblem(
            settings.goal(),
            BudgetReading.USER_LIMITS,
            snapshot.granularityTicks(),
            alternatives.stream().map(ws -> ws.stream().map(Rescheduling::offer).toList()).toList(),
            present.stream().map(Window::costMilli).toList());
    var choice = settings.choice().choose(problem).chosen();
    var chosen = new ArrayList<Window>(slice.size());
    for (int i = 0; i < slice.size(); i++) {
      chosen.add(alternatives.get(i).get(choice.get(i)));
    }
    return gain(chosen) < gain(present) ? present : chosen;
  }

  private long gain(List<Window> windows) {
    return windows.stream().mapToLong(window -> settings.goal().gain(offer(window))).sum();
  }

  private static AlternativeOffer offer(Window window) {
    return new AlternativeOffer(window.procTimeTicks(), window.costMilli());
  }

  /** Returns whether the windows differ for the user or the owners, apart from their nodes. */
  private static boolean differ(Window one, Window other) {
    return one.start() != other.start()
        || one.finish() != other.finish()
        || one.costMilli() != other.costMilli()
        || one.procTimeTicks() != other.procTimeTicks();
  }
}
