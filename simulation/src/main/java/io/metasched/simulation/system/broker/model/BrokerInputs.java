package io.metasched.simulation.system.broker.model;

import io.metasched.metascheduler.program.PrintableText;
import io.metasched.resource.broker.AgentNode;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.xml.ResourceFile;
import io.metasched.resource.broker.xml.TaskFile;
import io.metasched.resource.broker.xml.XmlFileException;
import io.metasched.resource.broker.xml.XmlLimits;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.scenario.Inputs;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.system.broker.JobParts;
import io.metasched.simulation.system.broker.model.BrokerScenario.Drawn;
import io.metasched.simulation.system.broker.model.BrokerScenario.Filed;
import io.metasched.simulation.system.broker.model.BrokerScenario.Generated;
import io.metasched.simulation.system.broker.model.BrokerScenario.Logged;
import io.metasched.simulation.workload.TraceWorkload;
import io.metasched.simulation.workload.lublin.GeneratedJob;
import io.metasched.simulation.workload.trace.Dependencies;
import io.metasched.simulation.workload.trace.TraceJob;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reader of the files and logs that a scenario names. */
public final class BrokerInputs {
  private BrokerInputs() {}

  /**
   * Tasks by the seeds of a run.
   *
   * @param notes notes for the user about the tasks
   */
  public record Tasks(Function<Seeds, List<TaskBatch>> bySeeds, List<String> notes) {}

  /** Returns the nodes of all agents, by the seeds of a run. */
  public static Function<Seeds, List<List<AgentNode>>> agents(
      BrokerScenario scenario, Inputs inputs) {
    var terms = scenario.agents();
    if (terms.files().isEmpty()) {
      return terms::generate;
    }
    var agents = new ArrayList<List<AgentNode>>();
    for (var name : terms.files()) {
      var file = find(name, terms.origin() + ": agents.files", inputs);
      agents.add(readable(() -> ResourceFile.read(file, XmlLimits.DEFAULT)));
    }
    return seeds -> agents;
  }

  /** Returns the tasks of all brokers, by the seeds of a run. */
  public static Tasks tasks(BrokerScenario scenario, Inputs inputs) {
    var terms = scenario.terms();
    int brokers = scenario.setting().brokers();
    var source = scenario.source();
    if (source instanceof Filed filed) {
      var file = find(filed.file(), filed.origin() + ": jobs.file", inputs);
      var tasks = readable(() -> TaskFile.read(file, XmlLimits.DEFAULT));
      tasks.forEach(task -> requirePrintable(file, task));
      return new Tasks(seeds -> terms.of(tasks, brokers, seeds), List.of());
    } else if (source instanceof Logged logged) {
      var trace = inputs.traces().apply(inputs.logs().apply(logged.file()), logged.options());
      var parts = parts(scenario, trace.jobs(), logged.isRequested(), logged.nodeProcessors());
      var notes = new ArrayList<>(TraceWorkload.notes(trace, 0, "jobs.processors"));
      notes.addAll(Dependencies.ignored(trace.jobs(), Dependencies.NO_QUEUE).notes());
      notes.add(note(parts));
      return new Tasks(seeds -> terms.parts(parts, brokers, seeds), notes);
    } else if (source instanceof Drawn drawn) {
      return new Tasks(
          seeds -> {
            var jobs = drawn.model().generate(seeds).stream().map(GeneratedJob::logged).toList();
            return terms.parts(parts(scenario, jobs, true, drawn.nodeProcessors()), brokers, seeds);
          },
          List.of());
    }
    int count = ((Generated) source).count();
    return new Tasks(seeds -> terms.generated(count, brokers, seeds), List.of());
  }

  private static List<JobParts> parts(
      BrokerScenario scenario, List<TraceJob> jobs, boolean isRequested, int nodeProcessors) {
    int most = JobParts.mostProcessors(nodeProcessors, scenario.setting().limits().mostLoad());
    return jobs.stream().map(job -> JobParts.of(job, isRequested, nodeProcessors, most)).toList();
  }

  private static String note(List<JobParts> jobs) {
    long split = jobs.stream().filter(job -> job.loads().size() > 1).count();
    int tasks = jobs.stream().mapToInt(job -> job.loads().size()).sum();
    return "jobs of more than a node: %d, tasks made of all jobs: %d".formatted(split, tasks);
  }

  private interface Reading<T> {
    T read();
  }

  private static <T> T readable(Reading<T> file) {
    try {
      return file.read();
    } catch (XmlFileException refused) {
      throw new UsageException(String.valueOf(refused.getMessage()));
    }
  }

  private static Path find(String name, String origin, Inputs inputs) {
    if (name.isEmpty()) {
      throw new UsageException(origin + ": a file is needed, given was ''");
    }
    try {
      return inputs.logs().apply(name);
    } catch (UsageException notFound) {
      throw new UsageException(
          "%s: no file '%s' here or in the folder of logs"
              .formatted(origin, PrintableText.shortLine(name)));
    }
  }

  /**
   * Rejects names with semicolons, because tables contain lists of names separated by semicolons.
   */
  private static void requirePrintable(Path file, Task task) {
    var access = task.access();
    var names =
        Stream.of(List.of(access.owner()), access.viewers(), access.cancellers())
            .flatMap(List::stream);
    names
        .filter(name -> name.contains(";"))
        .findFirst()
        .ifPresent(
            name -> {
              throw new UsageException(
                  "%s: task %d: allowed are names without semicolons, given was '%s'"
                      .formatted(file, task.id(), PrintableText.shortLine(name)));
            });
  }
}
