package io.metasched.simulation.cli;

import io.metasched.metascheduler.deployment.ClusterEvents;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.config.MemberRole;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.simulation.driver.cluster.Jvms;
import io.metasched.simulation.driver.study.StudyCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Cluster that runs studies: JVMs started by this JVM, or workers that are already running. */
public final class WorkerJvms implements AutoCloseable {
  /**
   * Parameters of the JVMs.
   *
   * @param count number of JVMs, at least 1
   * @param joins whether the JVMs are already running
   * @param threads number of threads of all started JVMs together
   */
  public record Plan(int count, boolean joins, int threads, ClusterSettings settings) {
    private int threadsEach() {
      return Math.max(1, (threads + count - 1) / count);
    }
  }

  private final Jvms jvms;
  private final StudyCluster cluster;

  /** Starts the JVMs, or joins running ones; does not wait for them. */
  public WorkerJvms(Plan plan, ClusterEvents events) {
    var settings = plan.settings();
    cluster = StudyCluster.open(Metasched.version(), settings, events);
    jvms =
        new Jvms(
            List.of(MemberRole.WORKERS),
            plan.count(),
            settings.leaveTimeout(),
            loss -> lost(loss, events));
    try {
      for (int number = 1; !plan.joins() && number <= plan.count(); number++) {
        jvms.start(
            number,
            List.of(MemberRole.WORKERS),
            new Jvms.Start(true, List.of(), arguments(plan), Map.of()));
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private List<String> arguments(Plan plan) {
    var arguments = new ArrayList<>(List.of(Metasched.class.getName(), "node"));
    arguments.addAll(List.of("--until-input-ends", "--roles", MemberRole.WORKERS.registryName()));
    arguments.addAll(List.of("--threads", Integer.toString(plan.threadsEach())));
    arguments.addAll(List.of("--host", plan.settings().self().host(), "--port", "0"));
    arguments.addAll(List.of("--join", cluster.place()));
    return arguments;
  }

  /** Handles the loss of a JVM: its replications run elsewhere if another JVM is left. */
  private void lost(Jvms.Loss loss, ClusterEvents events) {
    if (loss.isSurvivable()) {
      events.happened(loss.what());
    } else {
      cluster.fail(loss.why());
    }
  }

  /** Returns the cluster, on which studies run. */
  public StudyCluster cluster() {
    return cluster;
  }

  @Override
  public void close() {
    jvms.close();
    cluster.close();
  }
}
