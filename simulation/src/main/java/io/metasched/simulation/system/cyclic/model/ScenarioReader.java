package io.metasched.simulation.system.cyclic.model;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import io.metasched.metascheduler.alternatives.BudgetReading;
import io.metasched.metascheduler.alternatives.CombinationChoices;
import io.metasched.metascheduler.alternatives.VoGoal;
import io.metasched.metascheduler.policy.Policies;
import io.metasched.metascheduler.policy.PolicySettings;
import io.metasched.metascheduler.program.SpellingHint;
import io.metasched.metascheduler.queue.QueueOrder;
import io.metasched.metascheduler.queue.QueueRules;
import io.metasched.resource.search.SearchFamily;
import io.metasched.simulation.input.InputFaults;
import io.metasched.simulation.input.InputFile;
import io.metasched.simulation.scenario.PluginException;
import io.metasched.simulation.scenario.ScenarioSchema;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.Sections;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.scenario.Values;
import io.metasched.simulation.system.cyclic.model.Scenario.NamedPolicy;
import io.metasched.simulation.system.cyclic.model.Scenario.OwnFiles;
import io.metasched.simulation.workload.DeclaredUsers;
import io.metasched.simulation.workload.UserEntry;
import io.metasched.simulation.workload.WorkflowSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** Parser of a scenario's text into a validated {@link Scenario}. */
public final class ScenarioReader {
  public static final ScenarioSchema SCHEMA =
      new ScenarioSchema(
          "cyclic",
          List.of("default", "trace", "workflows"),
          List.of(
              "policy",
              "nodes.properties",
              "jobs.properties",
              "domains",
              "nodes.named",
              "users.named"));

  static final double LEAST_TIME = 0.001;
  static final double MOST_TIME = 100_000_000;
  static final int MOST_NODES = 2_000_000;
  private static final int MOST_CYCLES = 1_000_000;
  private static final String NODES_FILE = "nodes.file";
  private static final String USER_ID = "id";

  private final ScenarioText text;
  private final Values values;
  private final Policies policies;

  private ScenarioReader(ScenarioText text, Policies policies) {
    this.text = text;
    this.policies = policies;
    values = new Values(text.config());
  }

  /**
   * Parses a scenario.
   *
   * @param policies policies that the scenario may name
   * @throws UsageException for the first value that is not allowed
   */
  public static Scenario read(ScenarioText text, Policies policies) {
    return new ScenarioReader(text, policies).scenario();
  }

  private Scenario scenario() {
    values.word(ScenarioSchema.KEY, List.of(SCHEMA.kind()));
    FlowFiles.check(values);
    var jobs = new JobSourceReader(values);
    var search = search();
    var workflows = new WorkflowSourceReader(values).read(OwnerTermsReader.market(values), search);
    var rules = rules(jobs, workflows);
    var resources = new OwnerTermsReader(text).read(nodes(jobs));
    var users = users();
    return new Scenario(
        text.name(),
        values.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE),
        namedPolicies(search),
        rules,
        resources,
        new OwnFiles(values.text(NODES_FILE), values.text("local.file"), values.text("users.file")),
        users,
        jobs.read(rules, OwnerTermsReader.market(values), modelNodes()),
        workflows);
  }

  private FlowRules rules(JobSourceReader jobs, WorkflowSource workflows) {
    long granularity = values.thousandths("time.granularity", LEAST_TIME, 1_000_000);
    long period = values.thousandths("time.period", granularity / 1000.0, 10_000_000);
    long horizon = values.thousandths("time.horizon", period / 1000.0, MOST_TIME);
    long planning = values.thousandths("time.planning", 0, (period - 1) / 1000.0);
    if (horizon % 1000 != 0) {
      throw values.wrong("time.horizon", "a whole number of units");
    }
    boolean untilDone = values.isWord("time.cycles", "until-done");
    if (untilDone && jobs.isSynthetic()) {
      throw values.wrong("time.cycles", "a whole number if jobs are synthetic");
    }
    boolean unlimited = values.isWord("users.budget", "unlimited");
    return new FlowRules(
        values.wholeInt("vo.count", 1, 1000),
        granularity,
        period,
        horizon,
        planning,
        untilDone ? 0 : values.wholeInt("time.cycles", 1, MOST_CYCLES),
        values.wholeInt("time.max-cycles", 1, MOST_CYCLES),
        values.wholeInt("vo.batch-limit", 1, 100_000),
        values.wholeInt("vo.no-window-cycles", 1, MOST_CYCLES),
        unlimited ? -1 : values.thousandths("users.budget", 0, 1e9),
        values.word("users.refund", List.of("none", "unused")).equals("unused"),
        queue(),
        workflows.policy());
  }

  private QueueRules queue() {
    var orders = List.of(QueueOrder.values());
    var label = values.word("vo.queue-order", orders.stream().map(QueueOrder::label).toList());
    var order = orders.stream().filter(each -> each.label().equals(label)).findFirst();
    long halfLife = values.thousandths("vo.half-life", LEAST_TIME, MOST_TIME);
    return new QueueRules(order.orElseThrow(), Duration.ofMillis(halfLife));
  }

  // --- policies

  private List<NamedPolicy> namedPolicies(SearchFamily search) {
    var base = policySettings(search);
    checkPolicySections(base);
    var named = new ArrayList<NamedPolicy>();
    for (var name : values.words("policies", policies.names())) {
      named.add(policy(name, base));
    }
    return named;
  }

  private NamedPolicy policy(String name, PolicySettings base) {
    var provider = policies.named(name).orElseThrow();
    var options = new TreeMap<>(provider.options());
    for (var option : provider.options().keySet()) {
      var key = "policy." + name + "." + option;
      if (text.config().hasPath(key)) {
        options.put(option, values.text(key));
      }
    }
    try {
      return new NamedPolicy(name, provider.create(base.withOptions(options)));
    } catch (PluginException e) {
      throw new UsageException(ScenarioText.oneLine(String.valueOf(e.getMessage())));
    } catch (IllegalArgumentException e) {
      var message = ScenarioText.oneLine(String.valueOf(e.getMessage()));
      throw new UsageException(
          "%s: policy.%s.%s".formatted(optionOrigin(name, message), name, message));
    }
  }

  /** Returns the origin of the option whose name is at the beginning of a policy's message. */
  private String optionOrigin(String name, String message) {
    var key = "policy." + name + "." + message.replaceFirst("[^A-Za-z0-9_-].*", "");
    return text.config().hasPath(key) ? values.origin(key) : values.origin("policies");
  }

  /**
   * Rejects sections under {@code policy} that do not name a policy, or that hold unknown options
   * or values out of range.
   */
  private void checkPolicySections(PolicySettings base) {
    var sections = (ConfigObject) values.value("policy");
    for (var name : sections.keySet()) {
      var known = policies.named(name);
      var section = sections.get(name);
      if (known.isEmpty() || section == null) {
        throw new UsageException(
            "%s: unknown policy '%s' in section policy%s; known are %s"
                .formatted(
                    section == null ? "policy" : ScenarioText.where(section.origin()),
                    ScenarioText.oneLine(name),
                    SpellingHint.hint(name, policies.names()),
                    String.join(", ", policies.names())));
      }
      checkPolicySection(name, section, known.get().options().keySet());
      policy(name, base);
    }
  }

  private static void checkPolicySection(String name, ConfigValue section, Set<String> options) {
    if (!(section instanceof ConfigObject given)) {
      throw new UsageException(
          "%s: policy.%s: allowed is a section { ... }, given was a single value"
              .formatted(ScenarioText.where(section.origin()), name));
    }
    for (var option : given.entrySet()) {
      if (!options.contains(option.getKey())) {
        throw new UsageException(
            "%s: unknown key 'policy.%s.%s'%s; options of %s: %s"
                .formatted(
                    ScenarioText.where(option.getValue().origin()),
                    name,
                    ScenarioText.oneLine(option.getKey()),
                    SpellingHint.hint(option.getKey(), options),
                    name,
                    options.isEmpty() ? "none" : String.join(", ", options)));
      }
    }
  }

  private SearchFamily search() {
    boolean exact = values.word("search", List.of("exact", "published")).equals("exact");
    long steps = values.whole("search-step-limit", 1, 1_000_000_000);
    return exact ? SearchFamily.exact(steps) : SearchFamily.published();
  }

  private PolicySettings policySettings(SearchFamily search) {
    boolean uncapped = values.isWord("alternatives-cap", "none");
    int cap = uncapped ? Integer.MAX_VALUE : values.wholeInt("alternatives-cap", 1, 1_000_000);
    var goals = Arrays.stream(VoGoal.values()).map(VoGoal::registryName).toList();
    var readings = Arrays.stream(BudgetReading.values()).map(BudgetReading::registryName).toList();
    return new PolicySettings(
        search,
        cap,
        VoGoal.named(values.word("vo.goal", goals)),
        BudgetReading.named(values.word("vo.budget", readings)),
        CombinationChoices.named(values.word("vo.choice", List.of("exact", "recursion"))),
        new TreeMap<>());
  }

  // --- resources and users

  /** Returns the number of generated nodes; 0 if a file or a log determines it. */
  private int nodes(JobSourceReader jobs) {
    boolean byLog = values.isWord("nodes.count", "log");
    boolean byFile = !values.text(NODES_FILE).isEmpty();
    if (byLog && !byFile && !jobs.isLogged()) {
      throw values.wrong("nodes.count", "a whole number if jobs are generated");
    }
    int count = byLog ? 0 : values.wholeInt("nodes.count", 1, MOST_NODES);
    return byFile ? 0 : count;
  }

  /** Returns the number of nodes of the machine for which a model generates jobs. */
  private int modelNodes() {
    return values.isWord("nodes.count", "log") ? 0 : values.wholeInt("nodes.count", 1, MOST_NODES);
  }

  private DeclaredUsers users() {
    var faults = new InputFaults();
    var reading = new DeclaredUsers.Reading(faults);
    var keys = UserEntry.FORMAT.names().stream().filter(name -> !name.equals(USER_ID)).toList();
    Sections.below(text, "users.named", keys)
        .forEach(
            (name, section) -> {
              var names = new ArrayList<>(List.of(USER_ID));
              var cells = new ArrayList<>(List.of(name));
              for (var key : section.keys()) {
                names.add(key);
                cells.add(section.own().text(key));
              }
              InputFile.read(UserEntry.FORMAT, section.origin(), names, cells, faults, reading);
            });
    faults.requireNone();
    return reading.users();
  }
}
