package io.metasched.simulation.system.broker.experiment;

import io.metasched.metascheduler.broker.TaskOutcome;
import io.metasched.metascheduler.broker.TaskPlacement;
import io.metasched.metascheduler.broker.live.AgentEvents;
import io.metasched.metascheduler.broker.live.BrokerSession;
import io.metasched.metascheduler.broker.live.LiveAgent;
import io.metasched.metascheduler.deployment.TemporaryFolder;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.config.MemberRole;
import io.metasched.resource.broker.AgentNode;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.xml.ResourceFile;
import io.metasched.simulation.driver.ActorSystemRunner;
import io.metasched.simulation.driver.cluster.Jvms;
import io.metasched.simulation.study.ExperimentContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Cluster of a broker in this JVM and agents in other JVMs, started on this machine and stopped by
 * {@link #close}. Model time does not advance for the broker, so that measurements depend on the
 * tasks alone.
 */
final class AgentJvms implements AutoCloseable {
  private final TemporaryFolder folder;
  private final Jvms jvms;
  private final BrokerSession session;
  private final List<LiveAgent> agents;

  private AgentJvms(TemporaryFolder folder, Jvms jvms, BrokerSession session) {
    this.folder = folder;
    this.jvms = jvms;
    this.session = session;
    agents = session.agents();
  }

  /**
   * Starts agents, each in its own JVM, and waits until the broker has found them.
   *
   * @param nodes nodes of each agent
   */
  static AgentJvms start(ExperimentContext.Program program, List<List<AgentNode>> nodes) {
    var settings = ClusterSettings.load(program.home().map(home -> home.resolve("conf")));
    var place = new BrokerSession.Place(ActorSystemRunner.SYSTEM, program.version(), settings);
    var listeners = new BrokerSession.Listeners(event -> {}, new NoEvents(), outcomes -> {});
    var session = BrokerSession.open(place, nodes.size(), () -> 0, listeners);
    var jvms = new Jvms(nodes.size(), settings.leaveTimeout(), loss -> {});
    try {
      var folder = TemporaryFolder.make("metasched-agents-");
      for (int number = 1; number <= nodes.size(); number++) {
        var file = folder.path().resolve("resources-%d.xml".formatted(number));
        ResourceFile.write(file, nodes.get(number - 1));
        var options = new ArrayList<>(List.of("--until-input-ends", "--roles", "agents"));
        options.addAll(List.of("--resources", file.toString()));
        options.addAll(List.of("--host", settings.self().host(), "--port", "0"));
        options.addAll(List.of("--join", session.place()));
        var arguments = program.node().apply(options);
        jvms.start(
            number,
            List.of(MemberRole.AGENTS),
            new Jvms.Start(true, List.of(), arguments, new TreeMap<>()));
      }
      return new AgentJvms(folder, jvms, session);
    } catch (IOException e) {
      jvms.close();
      session.close();
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      jvms.close();
      session.close();
      throw e;
    }
  }

  private record NoEvents() implements AgentEvents {
    @Override
    public void joined(LiveAgent agent) {}

    @Override
    public void left(LiveAgent agent) {}
  }

  /** Returns a folder for files, which is deleted on {@link #close}. */
  Path folder() {
    return folder.path();
  }

  /**
   * Delivers tasks to all agents, and returns after they have answered. The agents do not reserve
   * capacity.
   */
  void deliver(List<Task> tasks) {
    session.deliver(agents, tasks);
  }

  /** Places tasks, and returns the placements. */
  List<TaskPlacement> place(List<Task> tasks) {
    return session.place(tasks).outcomes().stream()
        .filter(TaskOutcome.Placed.class::isInstance)
        .map(TaskOutcome.Placed.class::cast)
        .map(TaskOutcome.Placed::placement)
        .toList();
  }

  /** Returns the processor time used by all JVMs so far, in nanoseconds. */
  long processorNanos() {
    var own = ProcessHandle.current().pid();
    var all = new ArrayList<>(jvms.ids());
    all.add(own);
    return all.stream()
        .flatMap(id -> ProcessHandle.of(id).stream())
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .mapToLong(Duration::toNanos)
        .sum();
  }

  @Override
  public void close() {
    jvms.close();
    session.close();
    folder.close();
  }
}
