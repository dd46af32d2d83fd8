package io.metasched.simulation.options;

import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.config.HostPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the address of a JVM of a cluster, and for the member through which it joins. */
public final class ClusterOptions {
  @Option(
      names = "--host",
      paramLabel = "H",
      description =
          "Address at which this JVM listens and others connect (default: as in"
              + " conf/cluster.conf).")
  private @Nullable String host;

  @Option(
      names = "--port",
      paramLabel = "P",
      description = "The port; 0 for any free port (default: as in conf/cluster.conf).")
  private @Nullable Integer port;

  @Option(
      names = "--join",
      split = ",",
      paramLabel = "H:P",
      description = "Members of a cluster to join through.")
  private List<String> join = new ArrayList<>();

  /** Returns whether any option was given. */
  public boolean isGiven() {
    return host != null || port != null || !join.isEmpty();
  }

  /** Returns the settings of conf/cluster.conf with these options applied. */
  public ClusterSettings settings() {
    var written = ClusterSettings.load(Installation.home().map(home -> home.resolve("conf")));
    var place =
        new HostPort(
            Optional.ofNullable(host).orElse(written.self().host()),
            Optional.ofNullable(port).orElse(written.self().port()));
    var placed = written.at(place);
    return join.isEmpty()
        ? placed
        : placed.joining(join.stream().map(seed -> HostPort.of(seed, "--join")).toList());
  }
}
