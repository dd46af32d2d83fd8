package io.metasched.simulation.system.cyclic.rows;

import io.metasched.resource.model.JobId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Names of users, organizations and domains of a run, by number; entries without a name are
 * missing.
 */
public record RunNames(
    SortedMap<Integer, String> users,
    SortedMap<Integer, String> organizations,
    SortedMap<Integer, String> owners) {

  public RunNames {
    users = Collections.unmodifiableSortedMap(users);
    organizations = Collections.unmodifiableSortedMap(organizations);
    owners = Collections.unmodifiableSortedMap(owners);
  }

  static RunNames of(CyclicRun run) {
    var users = new TreeMap<Integer, String>();
    var organizations = new TreeMap<Integer, String>();
    for (var user : run.users()) {
      put(users, user.user(), user.name());
      put(organizations, user.vo(), user.organization());
    }
    var owners = new TreeMap<Integer, String>();
    for (var row : run.nodes()) {
      put(owners, row.node().domain(), row.owner());
    }
    return new RunNames(users, organizations, owners);
  }

  private static void put(SortedMap<Integer, String> names, int number, String name) {
    if (!name.isEmpty()) {
      names.put(number, name);
    }
  }

  /** Returns the name of a user, or {@code user} and the number if there is none. */
  public String user(int user) {
    return users.getOrDefault(user, "user " + user);
  }

  /** Returns a space and the name of a job's organization in brackets; empty if it has no name. */
  public String inBrackets(JobId job) {
    var name = organizations.get(job.vo());
    return name == null ? "" : " (" + name + ")";
  }
}
