package io.metasched.simulation.engine;

import io.metasched.metascheduler.desk.Deposit;
import io.metasched.metascheduler.desk.Desk;
import io.metasched.metascheduler.desk.DeskRules;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.simulation.environment.Environment;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A scenario brought to life: all that a run is about, except the policy.
 *
 * @param environment nodes, prices and local load
 * @param workload the job flow
 * @param rules how time, money and patience are counted
 * @param seeds where the run's random numbers come from
 */
public record World(Environment environment, Workload workload, Rules rules, Seeds seeds) {

  /** The desk of an organization. */
  public Desk desk(int vo, String policyName, SchedulingPolicy policy) {
    var purpose = vo == 0 ? "policy" : "policy-" + vo;
    return new Desk(
        rules.desk(),
        environment.nodes(),
        environment.pricing(),
        policyName,
        policy,
        cycle -> seeds.seed(purpose, cycle));
  }

  /** The users of an organization: they are dealt out in turn. */
  public List<Integer> usersOf(int vo) {
    var users = new ArrayList<Integer>();
    for (int user = vo; user < workload.users(); user += rules.organizations()) {
      users.add(user);
    }
    return users;
  }

  /**
   * The rules of a run.
   *
   * @param organizations how many virtual organizations share the owners, at least 1
   * @param granularityTicks lengths of parts are multiples of it
   * @param periodTicks a cycle comes at each multiple of it
   * @param horizonTicks how far ahead of its snapshot a cycle plans
   * @param planningTicks time between a cycle's snapshot and its bookings, below the period
   * @param cycles how many cycles, or 0 for as many as it takes until no job waits
   * @param maxCycles where a run without a number of cycles ends at the latest
   * @param batchLimit most jobs in one cycle's batch
   * @param noWindowCycles cycles in a row without any window after which a job is refused
   * @param budgetPerCycleMilli what each user gets per cycle, or -1 for unlimited accounts
   * @param refundsUnused whether the unused part of a window is paid back
   */
  public record Rules(
      int organizations,
      long granularityTicks,
      long periodTicks,
      long horizonTicks,
      long planningTicks,
      int cycles,
      int maxCycles,
      int batchLimit,
      int noWindowCycles,
      long budgetPerCycleMilli,
      boolean refundsUnused) {

    /** What each organization's desk needs of them. */
    public DeskRules desk() {
      return new DeskRules(
          granularityTicks,
          horizonTicks,
          planningTicks,
          batchLimit,
          noWindowCycles,
          unlimitedAccounts());
    }

    /** What a user pays into his account in each cycle; nothing where it is unlimited. */
    public Optional<Deposit> deposit(int user) {
      return unlimitedAccounts()
          ? Optional.empty()
          : Optional.of(new Deposit(user, budgetPerCycleMilli));
    }

    public boolean unlimitedAccounts() {
      return budgetPerCycleMilli < 0;
    }

    /** Whether the run goes on until no job waits. */
    public boolean runsUntilDone() {
      return cycles == 0;
    }
  }
}
