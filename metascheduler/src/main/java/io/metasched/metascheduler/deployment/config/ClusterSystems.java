package io.metasched.metascheduler.deployment.config;

import akka.ConfigurationException;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Factory of actor systems that are members of a cluster. */
public final class ClusterSystems {
  // prefix of an additional role with which the process that has started a JVM finds the JVM among
  // the members
  private static final String PROCESS = "process-";

  private static final String STRATEGY = "akka.cluster.split-brain-resolver.active-strategy";
  private static final List<String> STRATEGIES =
      List.of("keep-majority", "keep-oldest", "static-quorum", "down-all");

  private ClusterSystems() {}

  /**
   * Starts an actor system, which joins the cluster of its seeds, or forms one without seeds.
   *
   * @param name name of the actor system, common to all JVMs of a cluster
   * @param version version of the program, which other members see
   * @throws DeploymentException if the port is taken, the host is not local, or a setting of the
   *     libraries is invalid
   * @throws IllegalStateException if the machine is too busy to open the port in time
   */
  public static <T> ActorSystem<T> start(
      Behavior<T> guardian,
      String name,
      ClusterSettings settings,
      List<MemberRole> roles,
      String version) {
    var config = config(name, settings, roles, version);
    requireKnownStrategy(config);
    try {
      return ActorSystem.create(guardian, name, config);
    } catch (Exception e) { // the library, written in Scala, declares no exceptions
      throw refusal(settings, e);
    }
  }

  /**
   * Returns the id of the process with these roles; all processes started by this class have it as
   * one of their roles.
   */
  public static OptionalLong process(Collection<String> roles) {
    return roles.stream()
        .filter(role -> role.startsWith(PROCESS))
        .mapToLong(role -> Long.parseLong(role.substring(PROCESS.length())))
        .findFirst();
  }

  /**
   * Checks the strategy; otherwise, the libraries would check it in an actor and log a stack trace.
   */
  private static void requireKnownStrategy(Config config) {
    var given = String.valueOf(config.getValue(STRATEGY).unwrapped());
    if (!STRATEGIES.contains(given)) {
      throw new DeploymentException(
          "conf/cluster.conf: %s: allowed is one of %s, given was '%s'"
              .formatted(STRATEGY, String.join(", ", STRATEGIES), given));
    }
  }

  /** Returns the error for the user after an actor system could not be started. */
  static RuntimeException refusal(ClusterSettings settings, Exception e) {
    if (!(e instanceof RuntimeException unchecked)) {
      return new IllegalStateException(
          "%s: this JVM could not listen at this address in time: %s"
              .formatted(settings.self(), e.getMessage()),
          e);
    }
    var reason = PortFailure.reason(e, settings.self().host(), settings.self().port());
    if (e instanceof ConfigException
        || e instanceof ConfigurationException
        || e instanceof IllegalArgumentException) {
      return new DeploymentException("conf/cluster.conf: " + reason);
    }
    if (!e.getClass().getName().contains("RemoteTransport")) {
      return unchecked;
    }
    return new DeploymentException(
        "%s: cannot listen at this address (--host, --port): %s"
            .formatted(settings.self(), reason));
  }

  private static Config config(
      String name, ClusterSettings settings, List<MemberRole> roles, String version) {
    var seeds = new ArrayList<String>();
    settings.seeds().forEach(seed -> seeds.add("akka://%s@%s".formatted(name, seed)));
    Map<String, Object> own = new LinkedHashMap<>();
    own.put("akka.actor.provider", "cluster");
    own.put("akka.remote.artery.canonical.hostname", settings.self().host());
    own.put("akka.remote.artery.canonical.port", settings.self().port());
    own.put("akka.cluster.seed-nodes", seeds);
    var all = new ArrayList<>(roles.stream().map(MemberRole::registryName).toList());
    all.add(PROCESS + ProcessHandle.current().pid());
    own.put("akka.cluster.roles", all);
    own.put("akka.cluster.app-version", version);
    // without enough memory, the program decides how the JVM ends, and not the library
    own.put("akka.jvm-exit-on-fatal-error", false);
    own.put(
        "akka.cluster.shutdown-after-unsuccessful-join-seed-nodes",
        settings.joinTimeout().toMillis() + "ms");
    settings.journal().ifPresent(journal -> own.putAll(journal.plugin()));
    return ConfigFactory.parseMap(own, "the options of this JVM").withFallback(settings.config());
  }
}
