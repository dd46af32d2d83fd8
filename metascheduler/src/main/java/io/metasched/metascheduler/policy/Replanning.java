package io.metasched.metascheduler.policy;

import io.metasched.metascheduler.cycle.ReplanSnapshot;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Move;
import java.util.List;

/**
 * Moves the booked jobs of one organization, time after time. What it remembers from one time to
 * the next saves work and changes no move. Used by one thread at a time.
 */
@FunctionalInterface
public interface Replanning {
  /** What {@link SchedulingPolicy#replan} gives. */
  List<Move> replan(ReplanSnapshot snapshot);
}
