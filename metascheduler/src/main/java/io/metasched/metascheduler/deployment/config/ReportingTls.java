package io.metasched.metascheduler.deployment.config;

import akka.actor.ActorSystem;
import akka.remote.artery.tcp.ConfigSSLEngineProvider;
import javax.net.ssl.SSLEngine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Provider of TLS engines with the configured settings. The engines log each refused peer with the
 * reason.
 */
public final class ReportingTls extends ConfigSSLEngineProvider {
  private static final Logger LOG = LoggerFactory.getLogger(ReportingTls.class);

  /** Creates the provider; the library calls this constructor. */
  public ReportingTls(ActorSystem system) {
    super(system);
  }

  @Override
  public SSLEngine createServerSSLEngine(String hostname, int port) {
    return new ReportedEngine(
        super.createServerSSLEngine(hostname, port),
        why -> LOG.warn("refused a connection without the keys of a member: {}", why));
  }
}
