package io.metasched.simulation.system.cyclic;

import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.metascheduler.scheduling.VoScheduler;
import io.metasched.simulation.environment.Environment;
import io.metasched.simulation.input.InputTable;
import io.metasched.simulation.kernel.Expectation;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.system.cyclic.Scenario.NamedPolicy;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.workload.Participants;
import io.metasched.simulation.workload.Workload;
import java.util.List;
import java.util.Optional;

/**
 * A scenario of scheduling cycles with all that was read and generated for it.
 *
 * @param environment nodes, prices and local load
 * @param workload the job flow
 * @param participants who submits the jobs
 * @param rules how time, money and patience are counted
 * @param seeds where the run's random numbers come from
 * @param namedPolicies the policies to run, in order, each name once
 * @param notes what to know about what was read and generated
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
  /** Copies the lists. */
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
   * The policy of that name.
   *
   * @throws IllegalArgumentException when the scenario has none
   */
  public NamedPolicy named(String policy) {
    return namedPolicies.stream()
        .filter(each -> each.name().equals(policy))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no policy " + policy));
  }

  /** Begins a run of a policy, whether or not it is one of the scenario's. */
  public CyclicModel begin(NamedPolicy policy, Progress progress) {
    return new CyclicModel(this, policy.name(), policy.policy(), progress);
  }

  /** The same in another environment. */
  public CyclicInstance in(Environment other) {
    return new CyclicInstance(other, workload, participants, rules, seeds, namedPolicies, notes);
  }

  /** The scheduler of an organization. */
  public VoScheduler scheduler(int vo, String policyName, SchedulingPolicy policy) {
    var purpose = vo == 0 ? "policy" : "policy-" + vo;
    return new VoScheduler(
        rules.scheduler(),
        environment.nodes(),
        environment.pricing(),
        policyName,
        policy,
        cycle -> seeds.seed(purpose, cycle));
  }
}
