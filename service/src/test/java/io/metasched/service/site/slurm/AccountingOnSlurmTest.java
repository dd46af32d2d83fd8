package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.run.RunFact;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs as batch jobs of a real Slurm with accounting, whose controller forgets jobs soon. */
@Tag("slow")
@Tag("slurm")
final class AccountingOnSlurmTest extends RunsOnSite {
  @RegisterExtension private static final SharedSlurm SITE = SharedSlurm.accounted(1);

  @Override
  SlurmCommands slurm() {
    return SITE.get().commands();
  }

  @Override
  Path folder() {
    return SITE.get().output().resolve("agent");
  }

  @Override
  int leadSeconds() {
    return 4;
  }

  @Test
  void accountingTellsHowAForgottenJobEnded() throws Exception {
    var spec = start(prepare(spec("a", 0, "sleep 600", 300)));
    await(spec, RunFact.Started.class);
    runs().close();

    slurm().cancel(slurm().jobs().stream().map(SiteJob::id).toList());
    until("the controller forgets the job", () -> slurm().jobs().isEmpty());
    until(
        "the accounting has its end",
        () ->
            slurm().accounted(List.of("ms-a.1.0"), Instant.now().minusSeconds(3600)).stream()
                .anyMatch(job -> job.state().isOver()));
    reopen();

    var lost = await(spec, RunFact.Lost.class);
    assertThat(lost.bySite().orElse("")).startsWith("job ").endsWith(" is CANCELLED");
  }
}
