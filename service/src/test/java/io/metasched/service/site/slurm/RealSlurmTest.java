package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Contract of Slurm, checked on a real Slurm through its programs. */
@Tag("slow")
@Tag("slurm")
final class RealSlurmTest extends SlurmContract {
  @RegisterExtension private static final SharedSlurm SITE = SharedSlurm.of(8);

  @Override
  SlurmCommands slurm() {
    return SITE.get().commands();
  }

  @Override
  Instant now() {
    return Instant.now();
  }

  @Override
  void pass(Duration time) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(time.toNanos());
  }

  @Override
  void drain(String node, String reason) throws SlurmException {
    SITE.get()
        .administer("scontrol", "update", "NodeName=" + node, "State=DRAIN", "Reason=" + reason);
  }

  @Override
  void resume(String node) throws SlurmException {
    SITE.get().administer("scontrol", "update", "NodeName=" + node, "State=RESUME");
  }

  @Override
  void maintain(String name, Instant start, Instant end, String node) throws SlurmException {
    SITE.get()
        .administer(
            "scontrol",
            "create",
            "reservation",
            "ReservationName=" + name,
            "StartTime=uts" + start.getEpochSecond(),
            "EndTime=uts" + end.getEpochSecond(),
            "Nodes=" + node,
            "Users=root",
            "Flags=MAINT");
  }

  @Override
  String output() {
    return SITE.get().output().toString();
  }

  @Test
  void listsOfNodesAreExpandedAsSlurmDoes() throws Exception {
    for (var list :
        new String[] {"n1", "n[1-3]", "n[01-12,007]", "a[1-2]b[3-4]", "x1,y[2,4-5],z"}) {
      var expected = SITE.get().administer("scontrol", "show", "hostnames", list);
      assertThat(HostList.expand(list)).isEqualTo(expected.lines().toList());
    }
  }

  @Test
  @Tag("long")
  void withoutItsControllerNothingIsAnsweredAndThenWhatIsOldIsThere() throws Exception {
    var impatient = SITE.get().commands(Duration.ofSeconds(2));
    var start = Instant.now().plusSeconds(600);
    slurm().create(request("old", start, "n7"));
    pass(Duration.ofSeconds(6)); // the controller saves its state every few seconds

    SITE.get().killDaemon("slurmctld");
    assertThatThrownBy(impatient::jobs).isInstanceOf(SlurmFailure.class);
    assertThatThrownBy(impatient::reservations).isInstanceOf(SlurmFailure.class);
    assertThatThrownBy(() -> impatient.create(request("new", start, "n8")))
        .isInstanceOf(SlurmFailure.class);
    SITE.get().startDaemon("slurmctld");
    SITE.get().awaitIdle();

    assertThat(slurm().reservations()).extracting(SiteReservation::name).containsExactly("old");
  }

  private static NewReservation request(String name, Instant start, String node) {
    return new NewReservation(
        name, start, start.plusSeconds(60), List.of(node), List.of("nobody"), List.of());
  }

  @Test
  void nothingIsLeftOfASiteWhoseJvmWasKilled() throws Exception {
    var jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                KilledSite.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    var folder = Path.of(jvm.inputReader().readLine());
    assertThat(processesOf(folder)).isGreaterThan(3);

    jvm.destroyForcibly().waitFor();

    for (int i = 0; i < 300 && (Files.exists(folder) || processesOf(folder) > 0); i++) {
      pass(Duration.ofMillis(100));
    }
    assertThat(folder).doesNotExist();
    assertThat(processesOf(folder)).isZero();
  }

  /** Returns the number of processes whose environment names the configuration in a folder. */
  private static long processesOf(Path folder) throws IOException {
    try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      return StreamSupport.stream(processes.spliterator(), false)
          .filter(process -> isOf(process, folder))
          .count();
    }
  }

  private static boolean isOf(Path process, Path folder) {
    try {
      return Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1)
          .contains("SLURM_CONF=" + folder.resolve("slurm.conf"));
    } catch (IOException gone) {
      return false;
    }
  }

  /** Program that starts a Slurm cluster with a job, prints the folder and waits to be killed. */
  static final class KilledSite {
    private KilledSite() {}

    public static void main(String[] args) throws Exception {
      var site = RealSlurm.start(1);
      site.administer("sbatch", "--wrap", "sleep 1000", "--chdir=/", "--output=/dev/null");
      System.out.println(site.folder());
      TimeUnit.DAYS.sleep(1);
    }
  }
}
