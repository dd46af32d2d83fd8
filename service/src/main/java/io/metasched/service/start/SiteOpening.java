package io.metasched.service.start;

import io.metasched.service.agent.link.NodesFile;
import io.metasched.service.agent.link.ObservedRuns;
import io.metasched.service.agent.process.FolderLock;
import io.metasched.service.run.RunExecutor;
import io.metasched.service.site.Site;

/** Selected resource manager of a site. */
@FunctionalInterface
public interface SiteOpening {
  /**
   * Returns the site as seen by one agent.
   *
   * @param prefix beginning of the names of the agent's own reservations and jobs
   */
  Site open(String prefix);

  /**
   * Checks the settings of runs at the site, for an agent that sells the site's time.
   *
   * @throws io.metasched.service.agent.process.AgentException if the agent could not run jobs there
   */
  default void checkRuns(String prefix, AgentSettings agent, NodesFile nodes) {}

  /**
   * Opens the executor of runs at the site, for an agent that sells the site's time.
   *
   * @param lock lock of the agent's folder
   * @throws io.metasched.service.agent.process.AgentException if the agent cannot run jobs there
   */
  default RunExecutor runs(String prefix, AgentSettings agent, NodesFile nodes, FolderLock lock) {
    return new ObservedRuns();
  }
}
