package io.metasched.simulation.workload;

import io.metasched.metascheduler.scheduling.Deposit;
import io.metasched.resource.model.JobId;
import io.metasched.simulation.input.Numbering;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who submits the jobs of a run, and what all of them are called.
 *
 * @param users by number
 * @param organizations names of virtual organizations
 * @param jobs names of jobs, where they have any
 */
public record Participants(
    List<User> users, Numbering organizations, SortedMap<JobId, String> jobs) {

  /**
   * A user of a run.
   *
   * @param name what the user is called; empty for the number
   * @param organization number of the virtual organization
   * @param budgetMilli what the account gets per cycle, or -1 where accounts are unlimited
   * @param weightMilli the user's share of jobs that are no one's, beside the others'
   */
  public record User(String name, int organization, long budgetMilli, long weightMilli) {
    static final long PLAIN_WEIGHT = 1000;
  }

  /** Copies the collections. */
  public Participants {
    users = List.copyOf(users);
    jobs = Collections.unmodifiableSortedMap(new TreeMap<>(jobs));
  }

  /** Users who have numbers only, dealt out to the organizations in turn. */
  public static Participants plain(int users, int organizations, long budgetMilli) {
    var all = new ArrayList<User>(users);
    for (int user = 0; user < users; user++) {
      all.add(new User("", user % organizations, budgetMilli, User.PLAIN_WEIGHT));
    }
    return new Participants(all, Numbering.NONE, new TreeMap<>());
  }

  /** What a user is called. */
  public String userLabel(int user) {
    var name = users.get(user).name();
    return name.isEmpty() ? Integer.toString(user) : name;
  }

  /** The users of an organization. */
  public List<Integer> usersOf(int organization) {
    var members = new ArrayList<Integer>();
    for (int user = 0; user < users.size(); user++) {
      if (users.get(user).organization() == organization) {
        members.add(user);
      }
    }
    return members;
  }

  /** What the users of an organization pay into their accounts in each cycle. */
  public List<Deposit> deposits(int organization) {
    return usersOf(organization).stream()
        .filter(user -> users.get(user).budgetMilli() >= 0)
        .map(user -> new Deposit(user, users.get(user).budgetMilli()))
        .toList();
  }
}
