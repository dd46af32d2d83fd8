package io.metasched.service.agent.process;

import io.metasched.service.site.slurm.BatchSubmission;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Users of a site under which the batch jobs of accounts run.
 *
 * @param named users by account; if there are any, jobs of other accounts need the usual user
 * @param usual user of other accounts; empty for the agent's user or, with named users, for none
 */
record BatchUsers(SortedMap<String, User> named, Optional<User> usual) {
  /** All jobs run as the agent's user. */
  static final BatchUsers OF_AGENT = new BatchUsers(Collections.emptySortedMap(), Optional.empty());

  private static final String SETTINGS = "metasched.agent.site.slurm.";

  /** User with ids. */
  record User(String name, JobUsers.Ids ids) {
    private static User of(String setting, String name) {
      return new User(name, JobUsers.named(SETTINGS + setting, name));
    }

    private BatchSubmission.User submitter() {
      return new BatchSubmission.User(name, String.valueOf(ids.gid()));
    }
  }

  /**
   * Returns the users of an agent.
   *
   * @throws AgentException for a user that is unknown or root, for an agent that is root without
   *     users, and for one that is not root with users
   */
  static BatchUsers of(BatchSettings site) {
    boolean isRoot = "root".equals(System.getProperty("user.name"));
    boolean hasUsers = site.runAs().isPresent() || !site.users().isEmpty();
    if (isRoot && !hasUsers) {
      throw new AgentException(
          SETTINGS
              + "user: an agent that is root needs a user for its jobs, because no job runs as"
              + " root");
    } else if (!isRoot && !site.users().isEmpty()) {
      throw new AgentException(
          SETTINGS + "users: only an agent that is root can run jobs as other users");
    }
    var named = new TreeMap<String, User>();
    site.users().forEach((account, name) -> named.put(account, User.of("users." + account, name)));
    return new BatchUsers(named, site.runAs().map(name -> User.of("user", name)));
  }

  private Optional<User> of(String account) {
    return Optional.ofNullable(named.get(account)).or(() -> usual);
  }

  /** Returns whether jobs have other users than the agent. */
  boolean areOthers() {
    return usual.isPresent() || !named.isEmpty();
  }

  /** Returns the reason why the jobs of an account cannot run, if they have no user. */
  Optional<String> refusal(String account) {
    return !named.isEmpty() && of(account).isEmpty()
        ? Optional.of(
            "the account %s has no user at this site (site.slurm.users in agent.conf)"
                .formatted(account))
        : Optional.empty();
  }

  /** Returns the ids of the user of an account's jobs; empty for the agent's user. */
  Optional<JobUsers.Ids> ids(String account) {
    return of(account).map(User::ids);
  }

  /** Returns the user with which an account's jobs are submitted; empty for the agent's user. */
  Optional<BatchSubmission.User> submitter(String account) {
    return of(account).map(User::submitter);
  }
}
