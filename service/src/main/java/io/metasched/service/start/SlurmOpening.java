package io.metasched.service.start;

import io.metasched.service.agent.link.NodesFile;
import io.metasched.service.agent.process.BatchSettings;
import io.metasched.service.agent.process.FolderLock;
import io.metasched.service.agent.process.SlurmRuns;
import io.metasched.service.run.RunExecutor;
import io.metasched.service.site.Site;
import io.metasched.service.site.SiteTerms;
import io.metasched.service.site.slurm.CalendarRules;
import io.metasched.service.site.slurm.SlurmCommands;
import io.metasched.service.site.slurm.SlurmSite;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Selected partition of a Slurm cluster. */
record SlurmOpening(SlurmCommands slurm, SiteSettings.Slurm settings, SiteTerms.Promise promise)
    implements SiteOpening {
  private CalendarRules rules(String prefix) {
    var users = new TreeSet<>(settings.users().values());
    if (users.isEmpty() || settings.user().isPresent()) {
      users.add(settings.user().orElse(System.getProperty("user.name")));
    }
    return new CalendarRules(
            settings.partition(),
            prefix,
            List.copyOf(users),
            settings.margin(),
            settings.respectsPlans())
        .with(settings.rights(promise));
  }

  @Override
  public Site open(String prefix) {
    return new SlurmSite(slurm, rules(prefix));
  }

  private BatchSettings batches(String prefix, AgentSettings agent, NodesFile nodes) {
    return new BatchSettings(
        rules(prefix),
        nodes.namesAtSite(),
        settings.users(),
        settings.user(),
        Optional.empty(),
        agent.site().lead(),
        settings.nodeFolder());
  }

  @Override
  public void checkRuns(String prefix, AgentSettings agent, NodesFile nodes) {
    SlurmRuns.requireUsers(batches(prefix, agent, nodes));
  }

  @Override
  public RunExecutor runs(String prefix, AgentSettings agent, NodesFile nodes, FolderLock lock) {
    var site = batches(prefix, agent, nodes);
    return SlurmRuns.open(agent.executor(), lock, slurm, site, Clock.systemUTC());
  }
}
