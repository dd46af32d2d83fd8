package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.run.EndCause;
import io.metasched.service.run.RunFact;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs as batch jobs of a simulated Slurm. */
@Tag("slow")
@Tag("long") // the same runs as with a real Slurm
final class RunsOnFakeSlurmTest extends RunsOnFakeSlurm {
  @Test
  void claimThatCouldNotBeStoredIsNoExit() throws Exception {
    site().editScripts(script -> script.replace("sync started . ||", "false ||"));
    var spec = start(prepare(spec("a", 0, "echo ran", 60)));

    await(spec, RunFact.Lost.class);

    assertThat(output(spec)).isEmpty();
    assertThat(file(spec, "exit")).doesNotExist();
    assertThat(kinds(spec)).containsExactly("Ready", "Started", "Lost");
  }

  @Test
  void runThatIsCancelledAfterItsClaimDoesNotStartItsCommand() throws Exception {
    var claimed = "  await \"$at\"\n}";
    site().editScripts(script -> script.replace(claimed, "  : >cancel\n" + claimed));
    var spec = start(prepare(spec("a", 0, "echo ran", 60)));

    assertThat(await(spec, RunFact.Ended.class).cause()).isEqualTo(EndCause.CANCELLED);
    assertThat(output(spec)).isEmpty();
  }
}
