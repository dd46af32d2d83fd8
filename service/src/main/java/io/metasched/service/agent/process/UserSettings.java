package io.metasched.service.agent.process;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Accounts whose jobs an agent runs, and the users of these jobs on its machine.
 *
 * @param named users by account, if the agent is root
 * @param uids ids of which each other account gets one; if empty, all jobs of the other accounts
 *     run as user {@code nobody}
 * @param accounts accounts whose jobs are run; empty for all
 */
public record UserSettings(
    SortedMap<String, String> named, Optional<UidRange> uids, List<String> accounts) {
  /** Defaults: one id per account. */
  public static final UserSettings USUAL =
      new UserSettings(new TreeMap<>(), UidRange.parse("70000-89999"), List.of());

  public UserSettings {
    named = Collections.unmodifiableSortedMap(new TreeMap<>((Map<String, String>) named));
    accounts = List.copyOf(accounts);
  }
}
