package io.metasched.resource.broker;

import java.util.List;
import java.util.Optional;

/**
 * Users who may see a reservation, and users who may cancel it. The owner of the task may do both.
 *
 * <p>Source: the broker-agent paper, section 7, which leaves access control lists open.
 *
 * @param owner the user the task belongs to
 * @param viewers users who may see it; {@value #EVERYONE} denotes all users
 * @param cancellers users who may cancel it; {@value #EVERYONE} denotes all users
 */
public record AccessList(String owner, List<String> viewers, List<String> cancellers) {
  /** Name that denotes all users. */
  public static final String EVERYONE = "*";

  /** Access for everyone to see and cancel, for a task that names no owner. */
  public static final AccessList OPEN =
      new AccessList(EVERYONE, List.of(EVERYONE), List.of(EVERYONE));

  public AccessList {
    viewers = List.copyOf(viewers);
    cancellers = List.copyOf(cancellers);
  }

  /** Creates a list by which only the owner may see and cancel. */
  public static AccessList of(String owner) {
    return new AccessList(owner, List.of(), List.of());
  }

  /** Returns the total number of characters of all names in the list. */
  public int length() {
    int length = owner.length();
    for (var names : List.of(viewers, cancellers)) {
      for (var name : names) {
        length += name.length();
      }
    }
    return length;
  }

  /** Returns whether a user may see the reservation. */
  public boolean maySee(String user) {
    return names(viewers, user) || mayCancel(user);
  }

  /** Returns whether a user may cancel the reservation, and therefore see it. */
  public boolean mayCancel(String user) {
    return owner.equals(user) || names(cancellers, user);
  }

  /**
   * Returns the reason why a user may not cancel the reservation, or empty if they may. For a user
   * who may not even see it, the reason is {@link TaskRefusal#UNKNOWN_OFFER}.
   */
  public Optional<TaskRefusal> refusal(String user) {
    if (mayCancel(user)) {
      return Optional.empty();
    }
    return Optional.of(maySee(user) ? TaskRefusal.NOT_ALLOWED : TaskRefusal.UNKNOWN_OFFER);
  }

  private static boolean names(List<String> users, String user) {
    return users.contains(EVERYONE) || users.contains(user);
  }
}
