package io.metasched.simulation.system.broker.rule;

import io.metasched.resource.broker.TaskRefusal;
import io.metasched.simulation.system.broker.rows.TaskRow;
import java.util.List;
import java.util.Optional;

/** The checker's own evaluation of access lists. */
final class NaiveAccess {
  private static final String EVERYONE = "*";

  private NaiveAccess() {}

  /** Returns the reason why a user may not cancel a task; empty if the user may. */
  static Optional<TaskRefusal> refusal(TaskRow task, String user) {
    if (task.owner().equals(user) || names(task.cancellers(), user)) {
      return Optional.empty();
    }
    return names(task.viewers(), user)
        ? Optional.of(TaskRefusal.NOT_ALLOWED)
        : Optional.of(TaskRefusal.UNKNOWN_OFFER);
  }

  private static boolean names(List<String> users, String user) {
    return users.stream().anyMatch(each -> each.equals(user) || each.equals(EVERYONE));
  }
}
