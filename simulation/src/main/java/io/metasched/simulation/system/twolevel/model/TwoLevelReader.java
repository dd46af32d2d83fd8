package io.metasched.simulation.system.twolevel.model;

import io.metasched.metascheduler.twolevel.GridPolicies;
import io.metasched.metascheduler.twolevel.GridSettings;
import io.metasched.resource.profile.CapacitySlots;
import io.metasched.resource.provider.Lateness;
import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.simulation.scenario.LogOptions;
import io.metasched.simulation.scenario.RigidJobKeys;
import io.metasched.simulation.scenario.ScenarioSchema;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.scenario.Values;
import io.metasched.simulation.system.twolevel.model.TwoLevelScenario.NamedSetting;
import io.metasched.simulation.system.twolevel.rows.TwoLevelFacts;
import java.util.List;
import java.util.stream.Stream;

/** Parser of a scenario's text into a validated {@link TwoLevelScenario}. */
public final class TwoLevelReader {
  public static final ScenarioSchema SCHEMA =
      new ScenarioSchema("two-level", List.of("two-level"), List.of());

  private static final double MOST_TIME = 100_000_000;
  private static final int MOST_PROVIDERS = TwoLevelFacts.MOST_PROVIDERS;
  private static final int MOST_PROCESSORS = TwoLevelFacts.MOST_PROCESSORS;
  private static final double MOST_FACTOR = 1000;
  private static final double MOST_SLOT = 86_400;
  private static final double LEAST_SHARE = 0.001;

  /**
   * Policy with providers for reservations only, which are placed at the provider with the earliest
   * start.
   */
  private static final String STATIC = "static";

  private static final String WITHIN_STATIC = "mct";

  private final ScenarioText text;
  private final Values values;

  private TwoLevelReader(ScenarioText text) {
    this.text = text;
    values = new Values(text.config());
  }

  /**
   * Parses a scenario.
   *
   * @throws UsageException for the first value that is not allowed
   */
  public static TwoLevelScenario read(ScenarioText text) {
    return new TwoLevelReader(text).scenario();
  }

  private TwoLevelScenario scenario() {
    values.word(ScenarioSchema.KEY, List.of(SCHEMA.kind()));
    return new TwoLevelScenario(
        text.name(),
        values.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE),
        settings(),
        reservations(),
        source());
  }

  private List<NamedSetting> settings() {
    int providers = values.wholeInt("providers.count", 1, MOST_PROVIDERS);
    var names = Stream.concat(GridPolicies.reservationNames().stream(), Stream.of(STATIC)).toList();
    var policies = values.words("policies", names);
    boolean isApart = policies.contains(STATIC);
    if (isApart && providers == 1) {
      throw values.wrong("providers.count", "at least 2 if static is among the policies");
    }
    int most = isApart ? providers - 1 : MOST_PROVIDERS - 1; // otherwise the value has no effect
    int setApart = values.wholeInt("providers.set-apart", 1, most);
    return policies.stream()
        .map(
            policy ->
                policy.equals(STATIC)
                    ? new NamedSetting(policy, setting(providers, WITHIN_STATIC, setApart))
                    : new NamedSetting(policy, setting(providers, policy, 0)))
        .toList();
  }

  private TwoLevelSetting setting(int providers, String placement, int setApart) {
    return new TwoLevelSetting(
        providers,
        values.wholeInt("providers.processors", 1, MOST_PROCESSORS),
        values.word("providers.local", LocalSchedulers.names()),
        values.thousandths("providers.period", 0, MOST_TIME),
        values.word("grid.batch", GridPolicies.batchNames()),
        placement,
        grid().withSetApart(setApart),
        slots());
  }

  private CapacitySlots slots() {
    if (values.isWord("providers.slots", "variable")) {
      return CapacitySlots.VARIABLE;
    }
    if (values.isWord("providers.local", "conservative")) {
      throw values.wrong("providers.slots", "variable if providers.local is conservative");
    }
    return new CapacitySlots(values.thousandths("providers.slots", 1, MOST_SLOT));
  }

  private GridSettings grid() {
    boolean isFirst =
        values.word("grid.queueing", List.of("ar-first", "ar-fcfs")).equals("ar-first");
    boolean isAllowed =
        values.word("reservations.late", List.of("allowed", "refused")).equals("allowed");
    return GridSettings.DEFAULTS
        .withQueueing(
            isFirst
                ? GridSettings.Queueing.RESERVATIONS_FIRST
                : GridSettings.Queueing.IN_ORDER_OF_ARRIVAL)
        .withPeriodTicks(values.thousandths("grid.period", 0, MOST_TIME))
        .withLateness(isAllowed ? Lateness.ALLOWED : Lateness.REFUSED);
  }

  private ReservationDraw reservations() {
    boolean isActual =
        values.word("reservations.length", List.of("actual", "requested")).equals("actual");
    double least = values.real("reservations.factor.least", 1, MOST_FACTOR);
    return new ReservationDraw(
        values.real("reservations.share", 0, 1),
        isActual ? ReservationLength.ACTUAL : ReservationLength.REQUESTED,
        least,
        values.real("reservations.factor.most", least, MOST_FACTOR),
        values.real("reservations.least", LEAST_SHARE, 1));
  }

  private TwoLevelScenario.Source source() {
    int processors = values.wholeInt("providers.processors", 1, MOST_PROCESSORS);
    long lead = values.thousandths("jobs.lead", 0, MOST_TIME);
    var generated =
        new RigidJobKeys(values, lead).read(processors, MOST_PROCESSORS, "providers.processors");
    var options = LogOptions.readQueued(values).withProcessors(processors);
    var file = values.text("log.file");
    return generated
        .<TwoLevelScenario.Source>map(TwoLevelScenario.Synthetic::new)
        .orElseGet(() -> new TwoLevelScenario.Logged(file, options));
  }
}
