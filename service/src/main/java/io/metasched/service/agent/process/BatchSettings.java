package io.metasched.service.agent.process;

import io.metasched.service.run.RunId;
import io.metasched.service.site.slurm.CalendarRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Settings of runs that are batch jobs of a Slurm cluster.
 *
 * @param rules partition of the jobs, the name prefix of jobs and reservations, and our users,
 *     among them that of the jobs
 * @param namesAtSite name at the site of each node, by the service's name
 * @param users users of the jobs of single accounts, if the agent is root
 * @param runAs user of other jobs, if the agent is root; empty for the agent's user
 * @param account account of the site that is charged; empty for the user's default
 * @param lead time before a window from which its node is used
 */
public record BatchSettings(
    CalendarRules rules,
    SortedMap<String, String> namesAtSite,
    SortedMap<String, String> users,
    Optional<String> runAs,
    Optional<String> account,
    Duration lead) {
  public BatchSettings {
    namesAtSite =
        Collections.unmodifiableSortedMap(new TreeMap<>((Map<String, String>) namesAtSite));
    users = Collections.unmodifiableSortedMap(new TreeMap<>((Map<String, String>) users));
  }

  /** Creates settings of jobs with one user, without a lead. */
  public BatchSettings(
      CalendarRules rules,
      SortedMap<String, String> namesAtSite,
      Optional<String> runAs,
      Optional<String> account) {
    this(rules, namesAtSite, Collections.emptySortedMap(), runAs, account, Duration.ZERO);
  }

  /** Returns the settings of an agent whose jobs have its own user and the default account. */
  public static BatchSettings of(CalendarRules rules, SortedMap<String, String> namesAtSite) {
    return new BatchSettings(rules, namesAtSite, Optional.empty(), Optional.empty());
  }

  /** Returns the weaknesses of the isolation of runs, one line each. */
  List<String> weaknesses() {
    var all = new ArrayList<String>();
    all.add(
        users.isEmpty()
            ? "jobs of all accounts have one user of the site: they are not protected from each"
                + " other, and can read and change their run folders"
            : "jobs can change their own run folders, and use the reservations of other users of"
                + " this agent");
    if (runAs.isEmpty() && users.isEmpty()) {
      all.add(
          "jobs run as the agent's user"
              + (rules.rights().reserves()
                  ? ", who has Slurm's level Operator: they can change the agent's folder, and"
                      + " reservations and jobs of the whole site"
                  : ": they can change the agent's folder"));
    }
    return List.copyOf(all);
  }

  /** Returns the name of a run's batch job. */
  String name(RunId id) {
    return rules.prefix() + id;
  }

  /** Returns the reservation in which a run's batch job runs; empty without one. */
  Optional<String> reservation(RunId id) {
    return rules.rights().reserves() ? Optional.of(name(id)) : rules.rights().borrowed();
  }

  /** Returns the name of a node at the site. */
  String atSite(String node) {
    return namesAtSite.getOrDefault(node, node);
  }
}
