package io.metasched.simulation.workload;

import io.metasched.metascheduler.model.Deposit;
import io.metasched.resource.model.JobId;
import io.metasched.simulation.input.Numbering;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Users of a run, with the names of users, organizations and jobs.
 *
 * @param users users by number
 * @param organizations names of virtual organizations
 * @param jobs names of jobs that have a name
 */
public record Participants(
    List<User> users, Numbering organizations, SortedMap<JobId, String> jobs) {

  /**
   * User of a run.
   *
   * @param name name; empty if the user is identified by the number
   * @param organization number of the virtual organization
   * @param budgetMilli deposit into the account per cycle, in 1/1000 of money; -1 for unlimited
   *     accounts
   * @param weightMilli weight of the user in the distribution of jobs without a user, in
   *     thousandths
   */
  public record User(String name, int organization, long budgetMilli, long weightMilli) {
    static final long PLAIN_WEIGHT = 1000;
  }

  public Participants {
    users = List.copyOf(users);
    jobs = Collections.unmodifiableSortedMap(new TreeMap<>(jobs));
  }

  /** Creates users with numbers only, assigned to the organizations in round-robin order. */
  public static Participants plain(int users, int organizations, long budgetMilli) {
    var all = new ArrayList<User>(users);
    for (int user = 0; user < users; user++) {
      all.add(new User("", user % organizations, budgetMilli, User.PLAIN_WEIGHT));
    }
    return new Participants(all, Numbering.NONE, new TreeMap<>());
  }

  /** Returns the name of a user, or the number if there is none. */
  public String userLabel(int user) {
    var name = users.get(user).name();
    return name.isEmpty() ? Integer.toString(user) : name;
  }

  public List<Integer> usersOf(int organization) {
    var members = new ArrayList<Integer>();
    for (int user = 0; user < users.size(); user++) {
      if (users.get(user).organization() == organization) {
        members.add(user);
      }
    }
    return members;
  }

  /** Returns the deposits of an organization's users into their accounts in each cycle. */
  public List<Deposit> deposits(int organization) {
    return usersOf(organization).stream()
        .filter(user -> users.get(user).budgetMilli() >= 0)
        .map(user -> new Deposit(user, users.get(user).budgetMilli()))
        .toList();
  }
}
