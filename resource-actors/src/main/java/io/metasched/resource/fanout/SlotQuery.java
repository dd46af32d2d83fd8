package io.metasched.resource.fanout;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.WindowRequest;
import java.util.List;

/**
 * Query of a planner to a domain in a session for the slots relevant to a request.
 *
 * @param request the request
 * @param criterion value of the window to minimize
 * @param spare number of parts that may still be taken from the domain's slots before the answer
 *     may become incomplete, at least 0
 * @param whole whether all slots are wanted, regardless of the request
 * @param changes the planner's changes to the domain's slots since the session was opened, in order
 */
public record SlotQuery(
    WindowRequest request, Criterion criterion, int spare, boolean whole, List<Change> changes) {
  public SlotQuery {
    changes = List.copyOf(changes);
  }
}
