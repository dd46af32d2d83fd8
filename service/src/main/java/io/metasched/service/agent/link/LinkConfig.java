package io.metasched.service.agent.link;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.metasched.service.agent.process.AgentException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Actor system configuration for the link. */
public final class LinkConfig {
  private static final String TRANSPORT = "akka.remote.artery.transport";
  private static final String ENCRYPTED = "tls-tcp";
  private static final String PROVIDER = "akka.actor.provider";

  private LinkConfig() {}

  /**
   * Returns a configuration with which a system can be reached at a host and port, and can reach
   * others.
   *
   * @param base remaining configuration, including TLS if enabled
   * @param host host to listen on, which is also the address of the system
   * @param port port, or 0 for any free port
   * @param others hosts that the system connects to
   * @throws AgentException for a link to another machine without TLS, because the link carries
   *     commands
   */
  public static Config over(Config base, String host, int port, List<String> others) {
    boolean isEncrypted = ENCRYPTED.equals(base.getString(TRANSPORT));
    if (!isEncrypted) {
      requireLoopback(host);
      others.forEach(LinkConfig::requireLoopback);
    }
    Map<String, Object> own = new LinkedHashMap<>();
    if (!"cluster".equals(base.getString(PROVIDER))) {
      own.put(PROVIDER, "remote");
    }
    if (!isEncrypted) {
      own.put(TRANSPORT, "tcp");
    }
    own.put("akka.remote.artery.canonical.hostname", host);
    own.put("akka.remote.artery.canonical.port", port);
    own.put("akka.remote.use-unsafe-remote-features-outside-cluster", "off");
    own.put("akka.remote.warn-unsafe-watch-outside-cluster", "off");
    own.put("akka.actor.allow-java-serialization", "off");
    own.put(
        "akka.actor.serialization-bindings.\"%s\"".formatted(LinkMessage.class.getName()),
        "jackson-cbor");
    // the longest order, a spec with its input, must fit
    own.put("akka.remote.artery.advanced.maximum-frame-size", "2 MiB");
    own.put("akka.remote.artery.advanced.buffer-pool-size", 16);
    // the link has few messages, and tables of a process that was killed must not outlive it
    own.put("akka.remote.artery.advanced.compression.actor-refs.max", "off");
    own.put("akka.remote.artery.advanced.compression.manifests.max", "off");
    return ConfigFactory.parseMap(own, "the link of agents").withFallback(base);
  }

  private static void requireLoopback(String host) {
    if (!isLoopback(host)) {
      throw new AgentException(
          "%s: commands may leave this machine only with TLS: allowed is a loopback address, or"
                  .formatted(host)
              + " metasched.deployment.tls.enabled = on in conf/cluster.conf");
    }
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
