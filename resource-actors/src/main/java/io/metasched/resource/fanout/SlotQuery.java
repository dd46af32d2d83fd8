package io.metasched.resource.fanout;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.WindowRequest;
import java.util.List;

/**
 * What a planner asks a domain in a session: which of its slots matter for a request.
 *
 * @param request the request
 * @param criterion what the window is to be least in
 * @param spare how many parts may yet be taken from the domain's slots before the answer may lose
 *     something, at least 0
 * @param whole whether all slots are wanted, whatever the request
 * @param changes what the planner has done to the domain's slots since the session was opened, in
 *     order
 */
public record SlotQuery(
    WindowRequest request, Criterion criterion, int spare, boolean whole, List<Change> changes) {
  public SlotQuery {
    changes = List.copyOf(changes);
  }
}
