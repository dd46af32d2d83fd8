package io.metasched.simulation.system.broker.experiment;

import io.metasched.resource.broker.AgentNode;
import io.metasched.resource.broker.TableLimits;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.xml.TaskFile;
import io.metasched.resource.broker.xml.XmlLimits;
import io.metasched.resource.model.Span;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Replication;
import io.metasched.simulation.study.UnsoundScheduleException;
import io.metasched.simulation.study.config.ExperimentInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * Experiment on the delivery of a file of 100,000 tasks: time to read it, to deliver the tasks to
 * two agents in separate JVMs, and to place all of them on 100 nodes.
 *
 * <p>Source: the broker-agent paper, section 5, test 5 (5 to 6 seconds to communicate the file, on
 * another machine). Delivery is a request for offers for tasks in the past, which agents refuse
 * without searching their tables. Each replication has its own JVMs, in which other tasks are
 * placed first as warm-up. Requires an otherwise idle machine with a core for each of the three
 * JVMs.
 */
public final class BrokerDelivery implements Experiment {
  private static final int AGENTS = 2;
  private static final String WALL = "wall s";
  private static final String PROCESSORS = "processor s";
  private static final String READING = "read the file";
  private static final String DELIVERY = "deliver to agents";
  private static final String BOTH = "read and deliver";
  private static final String PLACING = "read and place";
  private static final String SHARE = "tasks placed";
  private static final String PER_CENT = "%";
  private static final List<String> STEPS = List.of(READING, DELIVERY, BOTH, PLACING);
  private static final double PUBLISHED_SECONDS = 5.5;
  private static final long YEAR = 365L * 86_400_000;

  private final int tasks;
  private final int nodes;

  /** Creates the experiment of the paper. */
  public BrokerDelivery() {
    this(100_000, 100);
  }

  /** Creates the experiment with another number of tasks and nodes. */
  BrokerDelivery(int tasks, int nodes) {
    this.tasks = tasks;
    this.nodes = nodes;
  }

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("broker-delivery");
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var step : STEPS) {
      measures.add(
          step.equals(BOTH)
              ? Measure.ordered(step, WALL, PUBLISHED_SECONDS)
              : Measure.ours(step, WALL));
      measures.add(Measure.ours(step, PROCESSORS));
    }
    measures.add(Measure.ours(SHARE, PER_CENT));
    return measures;
  }

  /** Returns no policies: the rows are the steps of one delivery. */
  @Override
  public List<String> policies() {
    return List.of();
  }

  @Override
  public Replicable replicable(ExperimentContext context) {
    var program =
        context
            .program()
            .orElseThrow(
                () ->
                    new UsageException("broker-delivery: starts JVMs, which cannot be done here"));
    if (!context.settings().isEmpty()) {
      throw new UsageException(
          "--set %s: broker-delivery has no settings".formatted(context.settings().get(0)));
    }
    return (replication, observations) -> {
      var perAgent = new ArrayList<List<AgentNode>>();
      for (int agent = 0; agent < AGENTS; agent++) {
        perAgent.add(ScatteredTasks.nodes(nodes / AGENTS));
      }
      try (var agents = AgentJvms.start(program, perAgent)) {
        var warmUp = new Replication(replication.runSeed(), -1 - replication.number());
        measure(agents, warmUp, (row, column, value) -> {}, context.nanoClock());
        measure(agents, replication, observations::put, context.nanoClock());
        observations.scheduleChecked();
      }
    };
  }

  private List<Task> tasks(Replication replication) {
    long year = replication.number() < 0 ? 1 : 2; // later than the tasks of the warm-up
    var random = new SplittableRandom(replication.seeds("broker-delivery").seed("tasks", 0));
    var scattered = new ScatteredTasks(tasks, nodes, year * tasks, random);
    return scattered.next(tasks).stream().map(task -> later(task, year * YEAR)).toList();
  }

  private static Task later(Task task, long ticks) {
    var span = new Span(task.span().start() + ticks, task.span().end() + ticks);
    return Task.of(task.id(), span, task.load());
  }

  /** Receiver of the measured values. */
  private interface Cells {
    void put(String row, String column, double value);
  }

  /** Wall time, and the processor time of all JVMs until then. */
  private record Reading(double wallSeconds, double processorSeconds) {
    static Reading of(AgentJvms agents, LongSupplier clock) {
      return new Reading(clock.getAsLong() / 1e9, agents.processorNanos() / 1e9);
    }

    void put(String step, Reading since, Cells to) {
      to.put(step, WALL, wallSeconds - since.wallSeconds);
      to.put(step, PROCESSORS, processorSeconds - since.processorSeconds);
    }
  }

  private void measure(AgentJvms agents, Replication replication, Cells to, LongSupplier clock) {
    var file = agents.folder().resolve("tasks.xml");
    TaskFile.write(file, tasks(replication));
    var begun = Reading.of(agents, clock);
    var read = TaskFile.read(file, XmlLimits.DEFAULT);
    var parsed = Reading.of(agents, clock);
    agents.deliver(read);
    var delivered = Reading.of(agents, clock);
    parsed.put(READING, begun, to);
    delivered.put(DELIVERY, parsed, to);
    delivered.put(BOTH, begun, to);
    var again = Reading.of(agents, clock);
    var placed = agents.place(TaskFile.read(file, XmlLimits.DEFAULT));
    Reading.of(agents, clock).put(PLACING, again, to);
    to.put(SHARE, PER_CENT, 100.0 * placed.size() / tasks);
    var violations = PlacedTasks.violations(read, placed, TableLimits.PUBLISHED);
    if (!violations.isEmpty()) {
      throw new UnsoundScheduleException("broker-delivery", replication.number(), violations);
    }
  }

  @Override
  public List<Figure> figures() {
    return List.of();
  }
}
