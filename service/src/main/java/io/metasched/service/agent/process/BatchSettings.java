package io.metasched.service.agent.process;

import io.metasched.service.run.RunId;
import io.metasched.service.site.slurm.CalendarRules;
import java.nio.file.Path;
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
 * @param nodeFolder folder on each node for the folders of runs; empty if nodes and agent share a
 *     file system with the agent's folder
 */
public record BatchSettings(
    CalendarRules rules,
    SortedMap<String, String> namesAtSite,
    SortedMap<String, String> users,
    Optional<String> runAs,
    Optional<String> account,
    Duration lead,
    Optional<Path> nodeFolder) {
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
    this(
        rules,
        namesAtSite,
        Collections.emptySortedMap(),
        runAs,
        account,
        Duration.ZERO,
        Optional.empty());
  }

  /** Returns a copy of these settings for nodes that share no file system with the agent. */
  public BatchSettings onNodes(Path folder) {
    return new BatchSettings(rules, namesAtSite, users, runAs, account, lead, Optional.of(folder));
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
    boolean isOperator = rules.rights().reserves();
    if (runAs.isEmpty() && users.isEmpty() && (isOperator || nodeFolder.isEmpty())) {
      all.add(
          "jobs run as the agent's user%s: they can change %s%s"
              .formatted(
                  isOperator ? ", who has Slurm's level Operator" : "",
                  nodeFolder.isEmpty() ? "the agent's folder" + (isOperator ? ", and " : "") : "",
                  isOperator ? "reservations and jobs of the whole site" : ""));
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

  /**
   * Returns the beginning of the path of a run's folder on its node; empty if the agent's folder is
   * shared.
   */
  Optional<Path> folderOnNode(RunId id) {
    return nodeFolder.map(folder -> folder.resolve(name(id)));
  }

  /** Returns the name of a node at the site. */
  String atSite(String node) {
    return namesAtSite.getOrDefault(node, node);
  }
}
