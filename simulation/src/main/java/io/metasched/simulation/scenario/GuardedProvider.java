package io.metasched.simulation.scenario;

import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.metascheduler.cycle.ReplanSnapshot;
import io.metasched.metascheduler.policy.PolicyProvider;
import io.metasched.metascheduler.policy.PolicySettings;
import io.metasched.metascheduler.policy.Replanning;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** Provider of a plug-in whose failures are reported with the jar, the policy and the step. */
final class GuardedProvider implements PolicyProvider {
  private final PolicyProvider provider;
  private final PluginCalls calls;
  private final String who;
  private final String name;
  private final String summary;
  private final SortedMap<String, String> options;

  GuardedProvider(PolicyProvider provider, String jar, PluginCalls calls) {
    this.provider = provider;
    this.calls = calls;
    var type = "plug-in %s: %s".formatted(jar, provider.getClass().getName());
    name = calls.call(type + ", name", () -> given(provider.name()));
    who = "plug-in %s: policy %s".formatted(jar, name);
    summary = calls.call(who + ", summary", () -> given(provider.summary()));
    options = calls.call(who + ", options", () -> options(provider));
  }

  private static <T> T given(T value) {
    return Objects.requireNonNull(value, "nothing (null) is returned");
  }

  private static SortedMap<String, String> options(PolicyProvider provider) {
    var options = new TreeMap<>(given(provider.options()));
    options.values().forEach(GuardedProvider::given);
    return Collections.unmodifiableSortedMap(options);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String summary() {
    return summary;
  }

  @Override
  public SortedMap<String, String> options() {
    return options;
  }

  /**
   * Creates the policy. An option out of range is the user's mistake, and is reported unchanged.
   */
  @Override
  public SchedulingPolicy create(PolicySettings settings) {
    try {
      return new Guarded(
          calls.call(who + ", create", () -> given(provider.create(settings))), calls, who);
    } catch (PluginException e) {
      if (e.getCause() instanceof IllegalArgumentException outOfRange
          && outOfRange.getMessage() != null) {
        throw outOfRange;
      }
      throw e;
    }
  }

  private record Guarded(SchedulingPolicy policy, PluginCalls calls, String who)
      implements SchedulingPolicy {

    @Override
    public Plan plan(CycleSnapshot snapshot) {
      var what = "%s, plan of cycle %d".formatted(who, snapshot.cycle());
      var plan = calls.call(what, () -> given(policy.plan(snapshot)));
      plan.fault(snapshot)
          .ifPresent(
              fault -> {
                throw new PluginException(what + ": " + fault, null);
              });
      return plan;
    }

    @Override
    public boolean replans() {
      return calls.call(who + ", replans", policy::replans);
    }

    @Override
    public boolean replansEachCycle() {
      return calls.call(who + ", replansEachCycle", policy::replansEachCycle);
    }

    @Override
    public List<ReplanSnapshot.Move> replan(ReplanSnapshot snapshot) {
      return guarded(policy::replan, snapshot);
    }

    @Override
    public Replanning replanning() {
      var replanning = calls.call(who + ", replanning", () -> given(policy.replanning()));
      return snapshot -> guarded(replanning, snapshot);
    }

    private List<ReplanSnapshot.Move> guarded(Replanning replanning, ReplanSnapshot snapshot) {
      var what = "%s, replan at tick %d".formatted(who, snapshot.nowTick());
      return calls.call(what, () -> List.copyOf(given(replanning.replan(snapshot))));
    }
  }
}
