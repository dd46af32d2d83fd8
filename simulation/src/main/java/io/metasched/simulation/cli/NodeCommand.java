package io.metasched.simulation.cli;

import io.metasched.simulation.cluster.ClusterEvents;
import io.metasched.simulation.cluster.ClusterNode;
import io.metasched.simulation.cluster.Repertoire;
import io.metasched.simulation.cluster.config.ClusterSettings;
import io.metasched.simulation.cluster.config.Role;
import io.metasched.simulation.config.UsageException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code metasched node}: one JVM of a cluster, which serves runs until it is stopped. */
@Command(
    name = "node",
    mixinStandardHelpOptions = true,
    description = {
      "Runs one JVM of a cluster, until it is stopped (Ctrl-C, TERM). It takes part in the runs that"
          + " `metasched cluster --join` calls for.",
      "Over a network, turn TLS on in conf/cluster.conf: without it whoever reaches the port can take"
          + " part."
    },
    footer = {
      "",
      "Examples:",
      "  metasched node --roles owners,metascheduler,users --port 2551",
      "  metasched node --roles owners --join 127.0.0.1:2551",
      "  metasched cluster default --join 127.0.0.1:2551"
    })
final class NodeCommand implements Callable<Integer> {
  @Option(
      names = "--roles",
      split = ",",
      required = true,
      paramLabel = "R",
      description =
          "What it is there for: owners (domains and providers), metascheduler, users; one or"
              + " several. A cluster needs each of them.")
  private List<String> roles = List.of();

  @Mixin private ClusterOptions cluster;

  @Mixin private TracesOption traces;

  @Mixin private PluginOption plugins;

  @Option(
      names = "--until-input-ends",
      description =
          "Tells nothing of members, and stops when the standard input ends: for whoever starts it,"
              + " so that it does not outlive him.")
  private boolean untilInputEnds;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    var known = roles.stream().map(Role::named).distinct().toList();
    var settings = cluster.settings();
    var repertoire =
        new Repertoire(Metasched.version(), plugins.policies(), traces.folders(), settings);
    ClusterEvents events = untilInputEnds ? event -> {} : new EventLines(spec.commandLine());
    var node = ClusterNode.start(settings, known, repertoire, events);
    var onEnd = new Thread(node::close, "leave-cluster");
    Runtime.getRuntime().addShutdownHook(onEnd);
    if (untilInputEnds) {
      leaveWithInput(node, settings);
    }
    var why = node.awaitEnd();
    why.ifPresent(end -> Metasched.say(spec.commandLine(), String.valueOf(end.getMessage())));
    return why.map(NodeCommand::exitCode).orElse(Metasched.DONE);
  }

  private static int exitCode(RuntimeException end) {
    return end instanceof UsageException ? Metasched.BAD_USAGE : Metasched.FAILED;
  }

  private static void leaveWithInput(ClusterNode node, ClusterSettings settings) {
    var watch =
        new Thread(
            () -> {
              obey(node);
              leave(node, settings.leaveTimeout());
            },
            "watch-input");
    watch.setDaemon(true);
    watch.start();
  }

  /** All that is ever said is that messages are to be lost. */
  private static void obey(ClusterNode node) {
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try {
      for (var line = input.readLine(); line != null; line = input.readLine()) {
        if (line.startsWith(ClusterNode.LOSE_MESSAGES)) {
          var millis = Long.parseLong(line.substring(ClusterNode.LOSE_MESSAGES.length()));
          node.loseMessages(Duration.ofMillis(millis));
        }
      }
    } catch (IOException gone) {
      // as good as its end
    }
  }

  /** However busy the JVM is, it ends. */
  private static void leave(ClusterNode node, Duration timeout) {
    try {
      node.leave().toCompletableFuture().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (Exception late) {
      Runtime.getRuntime().halt(Metasched.FAILED);
    }
  }
}
