package io.metasched.simulation.system.broker.model;

import io.metasched.metascheduler.broker.BrokerRules;
import io.metasched.metascheduler.broker.OfferPolicies;
import io.metasched.resource.broker.TableLimits;
import io.metasched.simulation.scenario.LogOptions;
import io.metasched.simulation.scenario.LublinOptions;
import io.metasched.simulation.scenario.RecordLists;
import io.metasched.simulation.scenario.ScenarioSchema;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.scenario.Values;
import io.metasched.simulation.system.broker.JobParts;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Parser of a scenario's text into a validated {@link BrokerScenario}. */
public final class BrokerReader {
  public static final ScenarioSchema SCHEMA =
      new ScenarioSchema("broker", List.of("broker"), List.of());

  private static final String GENERATED = "generated";
  private static final String FILE = "file";
  private static final String LOG = "log";
  private static final String PROCESSORS = "jobs.processors";
  private static final String NODE_PROCESSORS = "jobs.node-processors";
  private static final String FILES = "agents.files";
  private static final String LOSSES = "agents.losses";
  private static final String BACK = "back";
  private static final BigDecimal ZERO = BigDecimal.ZERO;
  private static final int DECIMALS = 3;
  private static final double MOST_TIME = 1_000_000_000;
  private static final double MOST_DELAY = 1_000_000;
  private static final double LEAST_TIME = 0.001;
  private static final int MANY = 1_000_000;
  private static final int MOST_AGENTS = 1000;
  private static final int MOST_BROKERS = 100;
  private static final int MOST_BATCHES = 200_000;
  private static final int MOST_USERS = 10_000;

  private final ScenarioText text;
  private final Values values;
  private final RecordLists lists;

  private BrokerReader(ScenarioText text) {
    this.text = text;
    values = new Values(text.config());
    lists = new RecordLists(values);
  }

  /**
   * Parses a scenario.
   *
   * @throws UsageException for the first value that is not allowed
   */
  public static BrokerScenario read(ScenarioText text) {
    return new BrokerReader(text).scenario();
  }

  private BrokerScenario scenario() {
    values.word(ScenarioSchema.KEY, List.of(SCHEMA.kind()));
    values.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE);
    var setting = setting();
    var agents = agents();
    return new BrokerScenario(
        text.name(),
        values.words("policies", OfferPolicies.names()),
        setting,
        agents,
        losses(agents.files().isEmpty() ? agents.count() : agents.files().size()),
        source(setting.limits()),
        terms());
  }

  private BrokerSetting setting() {
    var limits =
        new TableLimits(
            values.wholeInt("limits.load", 1, 100), values.wholeInt("limits.tasks", 1, MANY));
    var rules =
        new BrokerRules(
            values.wholeInt("brokers.round-tasks", 1, MANY),
            values.wholeInt("brokers.idle-rounds", 1, 1000),
            values.wholeInt("brokers.most-rounds", 1, 100_000),
            values.thousandths("messages.offer-lapse", LEAST_TIME, MOST_TIME),
            values.thousandths("messages.hold-lapse", LEAST_TIME, MOST_TIME));
    var delay = times("messages.delay", 0, MOST_DELAY);
    return new BrokerSetting(
        values.wholeInt("brokers.count", 1, MOST_BROKERS),
        limits,
        rules,
        delay.least(),
        delay.most(),
        values.thousandths("agents.notice", 0, MOST_DELAY));
  }

  private AgentTerms agents() {
    return new AgentTerms(
        values.wholeInt("agents.count", 1, MOST_AGENTS),
        numbers("agents.nodes", 1, 1000),
        numbers("agents.cpu-power", 0, MANY),
        numbers("agents.memory", 0, MANY),
        lists.texts(FILES, MOST_AGENTS),
        values.origin(FILES));
  }

  private LossTerms losses(int agents) {
    var given = given(agents);
    long every = values.thousandths("agents.lost-every", 0, MOST_TIME);
    long away = values.thousandths("agents.lost-for", LEAST_TIME, MOST_TIME);
    if (every > 0 && !given.isEmpty()) {
      throw values.wrong("agents.lost-every", "0 if agents.losses has some");
    }
    return new LossTerms(given, every, away);
  }

  private List<AgentLoss> given(int agents) {
    var allowed =
        "a list of at most 1000 losses {agent, at, back}, agent from 0 to %d, at and a later back in"
                .formatted(agents - 1)
            + " seconds from 0 to 1000000000, losses of one agent in order, with time between them";
    var losses = new ArrayList<AgentLoss>();
    long[] free = new long[agents]; // tick from which the next loss of each agent may begin
    var records = lists.records(LOSSES, List.of("agent", "at"), List.of(BACK), 1000, allowed);
    for (var each : records) {
      try {
        int agent = Objects.requireNonNull(each.get("agent")).intValueExact();
        long at = ticks(Objects.requireNonNull(each.get("at")));
        long back = each.containsKey(BACK) ? ticks(each.getOrDefault(BACK, ZERO)) : AgentLoss.NEVER;
        if (agent >= agents || at < free[agent]) {
          throw values.wrong(LOSSES, allowed);
        }
        losses.add(new AgentLoss(agent, at, back));
        free[agent] = back == AgentLoss.NEVER ? AgentLoss.NEVER : back + 1;
      } catch (ArithmeticException | IllegalArgumentException refused) {
        throw values.wrong(LOSSES, allowed);
      }
    }
    return losses;
  }

  private static long ticks(BigDecimal seconds) {
    if (seconds.compareTo(BigDecimal.valueOf(MOST_TIME)) > 0) {
      throw new IllegalArgumentException("too late: " + seconds);
    }
    return seconds.movePointRight(DECIMALS).longValueExact();
  }

  private BrokerScenario.Source source(TableLimits limits) {
    var source = values.word("jobs.source", List.of(GENERATED, FILE, LublinOptions.SOURCE, LOG));
    LublinOptions.check(values);
    int processors = values.wholeInt(PROCESSORS, 64, MANY);
    int nodeProcessors = values.wholeInt(NODE_PROCESSORS, 2, 10_000);
    boolean isOfJobs = source.equals(LOG) || source.equals(LublinOptions.SOURCE);
    if (isOfJobs && JobParts.mostProcessors(nodeProcessors, limits.mostLoad()) < 1) {
      throw values.wrong(NODE_PROCESSORS, "at least 1 processor within limits.load");
    }
    boolean isRequested =
        values.word("log.duration", List.of("requested", "actual")).equals("requested");
    var options = LogOptions.read(values).withProcessors(processors);
    var file = values.text("log.file");
    var tasks = values.text("jobs.file");
    return switch (source) {
      case FILE -> new BrokerScenario.Filed(tasks, values.origin("jobs.file"));
      case LOG -> new BrokerScenario.Logged(file, options, isRequested, nodeProcessors);
      case LublinOptions.SOURCE ->
          new BrokerScenario.Drawn(
              LublinOptions.workload(values, PROCESSORS, processors), nodeProcessors);
      default -> new BrokerScenario.Generated(LublinOptions.count(values));
    };
  }

  private TaskTerms terms() {
    return new TaskTerms(
        values.wholeInt("tasks.batches", 1, MOST_BATCHES),
        values.thousandths("tasks.interval", 0, MOST_TIME),
        values.word("tasks.arrival", List.of("even", "poisson")).equals("poisson"),
        times("tasks.lead", 0, MOST_TIME),
        times("tasks.length", LEAST_TIME, MOST_TIME),
        numbers("tasks.load", 1, 100),
        numbers("tasks.cpu-power", 0, MANY),
        numbers("tasks.memory", 0, MANY),
        values.wholeInt("tasks.users", 0, MOST_USERS),
        values.real("tasks.viewer-share", 0, 1),
        share("tasks.canceller-share", "tasks.viewer-share"),
        values.real("tasks.cancel-share", 0, 1),
        share("tasks.foreign-cancel-share", "tasks.cancel-share"));
  }

  private double share(String key, String other) {
    double share = values.real(key, 0, 1);
    if (share + values.real(other, 0, 1) > 1) {
      throw values.wrong(key, "at most 1 together with " + other);
    }
    return share;
  }

  private IntRange numbers(String key, int least, int most) {
    int lower = values.wholeInt(key + ".least", least, most);
    return new IntRange(lower, values.wholeInt(key + ".most", lower, most));
  }

  private TickRange times(String key, double least, double most) {
    long lower = values.thousandths(key + ".least", least, most);
    return new TickRange(lower, values.thousandths(key + ".most", lower / 1000.0, most));
  }
}
