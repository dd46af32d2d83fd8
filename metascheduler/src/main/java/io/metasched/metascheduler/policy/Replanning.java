package io.metasched.metascheduler.policy;

import io.metasched.metascheduler.cycle.ReplanSnapshot;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Move;
import java.util.List;

/**
 * Repeated replanning of the booked jobs of one organization. State kept between calls saves work
 * but changes no move. Used by one thread at a time.
 */
@FunctionalInterface
public interface Replanning {
  /** Returns the moves as {@link SchedulingPolicy#replan} does. */
  List<Move> replan(ReplanSnapshot snapshot);
}
