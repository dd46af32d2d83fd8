package io.metasched.simulation.cli;

import io.metasched.metascheduler.broker.live.AgentMember;
import io.metasched.metascheduler.deployment.ClusterEvents;
import io.metasched.metascheduler.deployment.ClusterNode;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.config.DeploymentException;
import io.metasched.metascheduler.deployment.config.MemberRole;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.metascheduler.program.SpellingHint;
import io.metasched.resource.broker.config.AgentBounds;
import io.metasched.simulation.driver.cluster.Jvms;
import io.metasched.simulation.driver.cluster.MessageLoss;
import io.metasched.simulation.driver.cluster.ScenarioRegistry;
import io.metasched.simulation.driver.cluster.UserCache;
import io.metasched.simulation.driver.study.FileCache;
import io.metasched.simulation.driver.study.StudyHost;
import io.metasched.simulation.driver.study.StudyInputs;
import io.metasched.simulation.options.ClusterOptions;
import io.metasched.simulation.options.EventLines;
import io.metasched.simulation.options.TracesOption;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.system.Systems;
import io.metasched.simulation.system.broker.cli.AgentOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code metasched node}: runs one JVM of a cluster, which serves runs until it is stopped. */
@Command(
    name = "node",
    mixinStandardHelpOptions = true,
    description = {
      "Runs one JVM of a cluster until it is stopped (Ctrl-C, TERM). The JVM takes part in the runs"
          + " of `metasched cluster --join`; with the role agents, it runs an agent that accepts"
          + " tasks of brokers (`metasched broker`).",
      "In a network, enable TLS in conf/cluster.conf: without TLS, any program that can connect to"
          + " the port can take part."
    },
    footer = {
      "",
      "Examples:",
      "  metasched node --roles owners,metascheduler,users --port 2551",
      "  metasched node --roles owners --join 127.0.0.1:2551",
      "  metasched cluster default --join 127.0.0.1:2551",
      "  metasched node --roles agents --resources conf/broker/resources.xml --port 2551"
    })
final class NodeCommand implements Callable<Integer> {
  @Option(
      names = "--roles",
      split = ",",
      required = true,
      paramLabel = "R",
      description =
          "Roles of the JVM: one or several of owners (domains and providers), metascheduler and"
              + " users, all of which a cluster needs for a run; or agents; or workers, which run"
              + " replications of studies.")
  private List<String> roles = List.of();

  @Mixin private AgentOptions agent;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of replications that a worker runs at once (default: number of cores).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Mixin private ClusterOptions cluster;

  @Mixin private TracesOption traces;

  @Mixin private PluginOption plugins;

  @Option(
      names = "--until-input-ends",
      description =
          "Does not report members, and stops when standard input ends: for the program that"
              + " started it.")
  private boolean untilInputEnds;

  @Option(
      names = "--reports-lost-caller",
      hidden = true,
      description = "Prints a line if standard input ends without notice from the program.")
  private boolean reportsLostCaller;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (untilInputEnds) {
      ProcessEnd.bePartOfRun();
    }
    var known = roles.stream().map(NodeCommand::role).distinct().toList();
    var settings = untilInputEnds ? cluster.settings().awaited() : cluster.settings();
    ThreadsOption.require("--threads", threads, 1024);
    var nodes = agent.nodes(known.contains(MemberRole.AGENTS));
    var bounds = agent.settings(AgentBounds.read(settings.config()));
    var registry =
        new ScenarioRegistry(
            Metasched.version(),
            Systems.loader(plugins.policies()),
            traces.folders(),
            settings,
            plugins.plugins().fingerprints());
    ClusterEvents events = untilInputEnds ? event -> {} : new EventLines(spec.commandLine());
    var node = registry.serve(settings, known, events);
    nodes.ifPresent(each -> AgentMember.start(node.system(), each, bounds));
    if (known.contains(MemberRole.WORKERS)) {
      StudyHost.start(node.system(), node.place(), studyInputs(settings), threads);
    }
    var onEnd = new Thread(node::close, "leave-cluster");
    Runtime.getRuntime().addShutdownHook(onEnd);
    if (untilInputEnds) {
      endWithInput(node, settings);
    }
    var why = node.awaitEnd();
    if (untilInputEnds && why.filter(end -> !(end instanceof DeploymentException)).isPresent()) {
      return Jvms.CUT_OFF; // the process that started this JVM reports it
    }
    why.ifPresent(end -> Metasched.say(spec.commandLine(), words(end)));
    return why.map(NodeCommand::exitCode).orElse(ExitCode.DONE);
  }

  private StudyInputs studyInputs(ClusterSettings settings) {
    return new StudyInputs(
        Metasched.version(),
        Studies::load,
        traces.folders(),
        new FileCache(NodeCommand::receivedFiles),
        settings.isTrusted());
  }

  private static Path receivedFiles() {
    try {
      var home = System.getProperty("user.home", "");
      return UserCache.folder(System.getenv(), home).resolve("files");
    } catch (IOException e) {
      throw new UncheckedIOException("no folder for the files of studies", e);
    }
  }

  private static String words(RuntimeException end) {
    var words = String.valueOf(end.getMessage());
    return end instanceof DeploymentException ? words : BusyMachine.explained(words);
  }

  private static MemberRole role(String name) {
    var known = MemberRole.HOSTING.stream().map(MemberRole::registryName).toList();
    return MemberRole.named(name.strip())
        .orElseThrow(
            () ->
                new UsageException(
                    "--roles: unknown role '%s'%s; known are %s"
                        .formatted(
                            name, SpellingHint.hint(name, known), String.join(", ", known))));
  }

  private static int exitCode(RuntimeException end) {
    return end instanceof DeploymentException ? ExitCode.BAD_USAGE : ExitCode.FAILED;
  }

  private void endWithInput(ClusterNode node, ClusterSettings settings) {
    var watch =
        new Thread(
            () -> {
              if (obey(node)) {
                Runtime.getRuntime()
                    .halt(ExitCode.DONE); // shutdown hooks of libraries wait for seconds
              } else {
                reportLostCaller();
                leave(node, settings.leaveTimeout());
              }
            },
            "watch-input");
    watch.setDaemon(true);
    watch.start();
  }

  /**
   * Executes the commands from standard input: to drop messages for a while, and to terminate
   * immediately.
   *
   * @return true if the end was commanded, false if the input has ended
   */
  private static boolean obey(ClusterNode node) {
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try {
      for (var line = input.readLine(); line != null; line = input.readLine()) {
        if (line.equals(Jvms.END)) {
          return true;
        }
        if (line.startsWith(MessageLoss.LOSE_MESSAGES)) {
          var millis = Long.parseLong(line.substring(MessageLoss.LOSE_MESSAGES.length()));
          MessageLoss.begin(node.system(), Duration.ofMillis(millis));
        }
      }
    } catch (IOException gone) {
      // treat it as the end of the input
    }
    return false;
  }

  private void reportLostCaller() {
    if (reportsLostCaller) {
      Metasched.say(
          spec.commandLine(),
          "the process of `metasched cluster` has ended without notice, as a killed process"
              + " does; the JVMs that it started end, too");
    }
  }

  /** Leaves the cluster and ends, even if the JVM is too busy to leave in time. */
  private static void leave(ClusterNode node, Duration timeout) {
    try {
      node.leave().toCompletableFuture().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (Exception late) {
      Runtime.getRuntime().halt(ExitCode.FAILED);
    }
  }
}
