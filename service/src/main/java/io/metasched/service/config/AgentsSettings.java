package io.metasched.service.config;

import com.typesafe.config.Config;
import io.metasched.metascheduler.deployment.config.DeploymentException;
import io.metasched.metascheduler.deployment.config.HostPort;
import java.util.List;
import java.util.Optional;

/**
 * Settings for agents in separate JVMs.
 *
 * @param listen address for agents; empty if the service has none
 * @param domains domains whose nodes are offered by agents; all other nodes are on the service's
 *     machine
 */
public record AgentsSettings(Optional<HostPort> listen, List<String> domains) {
  private static final String LISTEN = "metasched.service.agents.listen";

  /**
   * @throws SettingsException for domains of agents without an address for them
   */
  public AgentsSettings {
    domains = List.copyOf(domains);
    if (listen.isEmpty() && !domains.isEmpty()) {
      throw new SettingsException(
          "%s: allowed is HOST:PORT if there are domains of agents, given was ''"
              .formatted(LISTEN));
    }
  }

  static AgentsSettings read(Config own) {
    var listen = own.getString("listen");
    try {
      return new AgentsSettings(
          listen.isEmpty() ? Optional.empty() : Optional.of(HostPort.of(listen, LISTEN)),
          own.getStringList("domains"));
    } catch (DeploymentException e) {
      throw new SettingsException(String.valueOf(e.getMessage()));
    }
  }
}
