package io.metasched.lab.check;

import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Check that only jobs whose requests accept advised windows have windows, runs and batch jobs at
 * sites that sell such windows, and that the service reserves nothing there.
 */
final class AdvisedSitesCheck {
  private final Evidence evidence;
  private final Findings findings;
  private final Set<String> accepting; // names of jobs

  AdvisedSitesCheck(Evidence evidence, Findings findings) {
    this.evidence = evidence;
    this.findings = findings;
    accepting =
        evidence.calls().stream()
            .flatMap(call -> call.body().findParents("sites").stream())
            .filter(job -> job.at("/sites/acceptAdvised").asBoolean())
            .map(job -> job.path("name").asText())
            .collect(Collectors.toSet());
  }

  void check() {
    evidence.sites().stream().filter(SiteTable::isAdvised).forEach(this::check);
  }

  private void check(SiteTable site) {
    var beginning = site.domain() + "-"; // of the names of its nodes
    for (var line : evidence.steps()) {
      for (var node : Evidence.event(line).path("nodes")) {
        if (Evidence.kind(line).startsWith("job-") && node.asText().startsWith(beginning)) {
          accepts(Evidence.event(line).path("id").asText(), Evidence.kind(line), node.asText());
        }
      }
    }
    for (var run : evidence.runs()) {
      if (!run.isEmpty() && run.node().startsWith(beginning)) {
        accepts(run.job(), "run", run.node());
      }
    }
    for (var job : site.jobs()) {
      if (!job.isLocal()) {
        accepts(job.name().replaceFirst("[.].*", ""), "batch job", String.join(",", job.nodes()));
      }
    }
    for (var hold : site.holds()) {
      require(false, "site %s had reservation %s", site.domain(), hold.name());
    }
  }

  private void accepts(String id, String what, String node) {
    var job = evidence.jobs().getOrDefault(id, MissingNode.getInstance());
    require(
        accepting.contains(job.path("name").asText()),
        "job %s does not accept advised windows, but has a %s on %s",
        id,
        what,
        node);
  }

  private void require(boolean holds, String otherwise, Object... words) {
    findings.require(holds, Invariant.ACCEPTED_SITES, otherwise, words);
  }
}
