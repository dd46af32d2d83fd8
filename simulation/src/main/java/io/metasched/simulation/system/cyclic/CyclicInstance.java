package io.metasched.simulation.system.cyclic;

import io.metasched.metascheduler.cyclic.scheduling.VoScheduler;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.simulation.input.InputTable;
import io.metasched.simulation.kernel.Expectation;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.system.cyclic.environment.Environment;
import io.metasched.simulation.system.cyclic.model.CyclicModel;
import io.metasched.simulation.system.cyclic.model.FlowRules;
import io.metasched.simulation.system.cyclic.model.Scenario.NamedPolicy;
import io.metasched.simulation.system.cyclic.model.WorldTables;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.workload.Participants;
import io.metasched.simulation.workload.Workload;
import java.util.List;
import java.util.Optional;

/**
 * Scenario of scheduling cycles, with all that was read and generated for it.
 *
 * @param environment nodes, prices and local load
 * @param workload job flow
 * @param participants users and organizations that submit the jobs
 * @param rules rules of time, money and waiting
 * @param seeds seeds of the run's random numbers
 * @param namedPolicies policies to run, in order, each name once
 * @param notes notes for the user about the data read and generated
 */
public record CyclicInstance(
    Environment environment,
    Workload workload,
    Participants participants,
    FlowRules rules,
    Seeds seeds,
    List<NamedPolicy> namedPolicies,
    List<String> notes)
    implements Instance<CyclicRun> {
  public CyclicInstance {
    namedPolicies = List.copyOf(namedPolicies);
    notes = List.copyOf(notes);
  }

  @Override
  public String name() {
    return seeds.scenario();
  }

  @Override
  public List<String> policies() {
    return namedPolicies.stream().map(NamedPolicy::name).toList();
  }

  @Override
  public Optional<InputTable<?>> table(InputTable.Kind kind, long untilTicks) {
    return Optional.of(WorldTables.of(this, kind, untilTicks));
  }

  @Override
  public Optional<Expectation> expected() {
    return Optional.of(CyclicExpectation.of(this));
  }

  @Override
  public CyclicModel begin(String policy, Progress progress) {
    return begin(named(policy), progress);
  }

  /**
   * Returns the policy with the given name.
   *
   * @throws IllegalArgumentException if the scenario has no such policy
   */
  public NamedPolicy named(String policy) {
    return namedPolicies.stream()
        .filter(each -> each.name().equals(policy))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no policy " + policy));
  }

  /** Starts a run of a policy, which need not be a policy of the scenario. */
  public CyclicModel begin(NamedPolicy policy, Progress progress) {
    return new CyclicModel(this, policy.name(), policy.policy(), progress);
  }

  /** Returns a copy with the given environment. */
  public CyclicInstance in(Environment other) {
    return new CyclicInstance(other, workload, participants, rules, seeds, namedPolicies, notes);
  }

  /** Creates the scheduler of an organization. */
  public VoScheduler scheduler(int vo, String policyName, SchedulingPolicy policy) {
    var purpose = vo == 0 ? "policy" : "policy-" + vo;
    var workflows = rules.workflows(workload, vo);
    return new VoScheduler(
        rules.scheduler(workflows),
        environment.nodes(),
        environment.pricing(),
        policyName,
        rules.planner(workflows, policy),
        cycle -> seeds.seed(purpose, cycle));
  }
}
