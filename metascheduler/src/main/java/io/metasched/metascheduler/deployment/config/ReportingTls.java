package io.metasched.metascheduler.deployment.config;

import akka.actor.ActorSystem;
import akka.remote.artery.tcp.ConfigSSLEngineProvider;
import javax.net.ssl.SSLEngine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The engines of TLS as the settings have them, which log whom they refuse, and why. */
public final class ReportingTls extends ConfigSSLEngineProvider {
  private static final Logger LOG = LoggerFactory.getLogger(ReportingTls.class);

  /** As the libraries make it. */
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
