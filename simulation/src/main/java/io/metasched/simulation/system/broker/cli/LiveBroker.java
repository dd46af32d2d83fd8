package io.metasched.simulation.system.broker.cli;

import io.metasched.metascheduler.broker.TaskOutcome;
import io.metasched.metascheduler.broker.actor.Broker;
import io.metasched.metascheduler.broker.live.AgentEvents;
import io.metasched.metascheduler.broker.live.BrokerSession;
import io.metasched.metascheduler.broker.live.LiveAgent;
import io.metasched.metascheduler.deployment.ClusterEvents;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.resource.broker.Task;
import io.metasched.simulation.driver.ActorSystemRunner;
import io.metasched.simulation.options.OutputFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;

/**
 * Execution of the command {@code broker}, as a member of the cluster of its agents, until it is
 * closed.
 */
final class LiveBroker implements AutoCloseable {
  private static final long LONGEST_WAIT_MILLIS = 1000;

  private final CommandLine commandLine;
  private final boolean json;
  private final LatestOutcomes outcomes = new LatestOutcomes();
  private final BrokerSession session;
  private final Thread onEnd;
  private volatile boolean isEnding;

  /**
   * Tasks to place.
   *
   * @param tasks tasks as read from the file
   * @param readSeconds time to read them, in seconds
   * @param zero time of second 0 of the file
   * @param stay whether to wait for the last task to end
   */
  record Batch(List<Task> tasks, double readSeconds, StartTime zero, boolean stay) {}

  LiveBroker(
      CommandLine commandLine,
      ClusterSettings settings,
      int agents,
      ClusterEvents members,
      boolean json) {
    this.commandLine = commandLine;
    this.json = json;
    var place = new BrokerSession.Place(ActorSystemRunner.SYSTEM, Metasched.version(), settings);
    var events =
        new AgentEvents() {
          @Override
          public void joined(LiveAgent agent) {}

          @Override
          public void left(LiveAgent agent) {
            say(agent);
          }
        };
    var listeners = new BrokerSession.Listeners(members, events, outcomes);
    session = BrokerSession.open(place, agents, System::currentTimeMillis, listeners);
    onEnd =
        new Thread(
            () -> {
              isEnding = true; // agents that this JVM leaves do not count as lost
              session.close();
            },
            "leave-cluster");
    Runtime.getRuntime().addShutdownHook(onEnd);
  }

  private void say(LiveAgent agent) {
    if (isEnding) {
      return;
    }
    long tasks = outcomes.reservedAt(agent.number(), System.currentTimeMillis());
    Metasched.say(
        commandLine,
        "agent %s is lost; its tasks that have not ended are offered to other agents: %d"
            .formatted(agent.place(), tasks));
  }

  /** Places tasks and prints the schedule. */
  int place(Batch batch, Optional<OutputFile> file) {
    var agents = session.agents();
    var tasks = batch.zero().placed(batch.tasks(), System.currentTimeMillis());
    long begun = System.nanoTime();
    var unused = session.place(tasks);
    var schedule = settled();
    double seconds = (System.nanoTime() - begun) / 1e9;
    outcomes.news().clear(); // the schedule already contains them
    var all = new ArrayList<>(agents);
    session.agents().stream().filter(each -> !all.contains(each)).forEach(all::add);
    var sites = AgentNodes.of(session, all);
    var report =
        new BrokerReport(
            tasks.size(),
            schedule.placements(),
            outcomes.unplaced(),
            sites,
            new BrokerReport.Times(batch.readSeconds(), outcomes.deliveryMillis() / 1e3, seconds));
    file.ifPresent(each -> each.write(report::write));
    print(json ? report.json() : report.text());
    return batch.stay() ? stay(tasks, sites) : ExitCode.DONE;
  }

  private Broker.Scheduled settled() {
    var schedule = session.schedule();
    while (schedule.waiting() > 0) { // an agent was lost in the meantime
      awaitNews(LONGEST_WAIT_MILLIS);
      schedule = session.schedule();
    }
    return schedule;
  }

  private List<TaskOutcome> awaitNews(long millis) {
    try {
      var first = outcomes.news().poll(millis, TimeUnit.MILLISECONDS);
      var news = new ArrayList<TaskOutcome>(first == null ? List.of() : first);
      news.addAll(outcomes.takeNews());
      return news;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  private int stay(List<Task> tasks, AgentNodes sites) {
    long last = tasks.stream().mapToLong(task -> task.span().end()).max().orElse(0);
    for (long left = last - System.currentTimeMillis();
        left > 0 && !isEnding && !Thread.currentThread().isInterrupted();
        left = last - System.currentTimeMillis()) {
      session.requireAlive();
      for (var outcome : awaitNews(Math.min(left, LONGEST_WAIT_MILLIS))) {
        if (isEnding) {
          break;
        }
        Metasched.say(commandLine, sites.line(outcome));
      }
    }
    return ExitCode.DONE;
  }

  /** Prints the reservations that a user may see. */
  int show(String user) {
    var reservations = new ReservationsReport(user);
    for (var agent : session.agents()) {
      var nodes = session.nodes(agent);
      var visible = session.visible(agent, user);
      if (nodes.isEmpty() || visible.isEmpty()) {
        throw new IllegalStateException("agent %s does not answer".formatted(agent.place()));
      }
      reservations.add(agent, nodes.get(), visible.get());
    }
    print(json ? reservations.json() : reservations.text());
    return ExitCode.DONE;
  }

  /** Cancels a reservation and prints the outcome. */
  int cancel(String user, long task) {
    var refusal = session.cancel(user, task);
    var words = refusal.map(Refusals::words);
    print(
        json
            ? ReservationsReport.cancelled(user, task, refusal)
            : words
                .map(why -> "task %d is not cancelled: %s%n".formatted(task, why))
                .orElseGet(() -> "task %d is cancelled%n".formatted(task)));
    return refusal.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
  }

  private void print(String text) {
    commandLine.getOut().print(text);
    commandLine.getOut().flush();
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(onEnd);
    } catch (IllegalStateException shuttingDown) {
      return; // the shutdown hook ends the session
    }
    isEnding = true;
    session.close();
  }
}
