package io.metasched.service.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Free space on the disk of an agent. */
final class DiskRoomTest {
  private static final long MIB = 1 << 20;

  private static final Run RUN =
      new Run(
          TestedAgent.spec("a", "true"),
          new RunFolder(TestedAgent.spec("a", "true").id(), java.nio.file.Path.of("a")));

  private static DiskRoom room(long free, long freeInodes, long inodes) {
    var bounds = new RunBounds(4096, MIB, 100, Duration.ofSeconds(1), 160 * MIB, MIB);
    return DiskRoom.of(free, 10_000 * MIB, new DiskRoom.Inodes(freeInodes, inodes), bounds);
  }

  @Test
  void aDiskKeepsAnInodeForEach16KibThatItKeepsFree() {
    assertThat(room(160 * MIB, 10_240, 1_000_000).refusal()).isEmpty();
    assertThat(room(160 * MIB, 10_239, 1_000_000).refusal())
        .hasValue(
            "the disk of its machine has 10239 inodes left, and runs leave 10240 free (keep-free)");
    assertThat(room(159 * MIB, 10_239, 1_000_000).refusal())
        .hasValue(
            "the disk of its machine has 159 MiB left, and runs leave 160 MiB free (keep-free)");
  }

  @Test
  void aSmallDiskKeepsATenthAndOneWithoutANumberOfInodesNone() {
    assertThat(room(160 * MIB, 999, 10_000).isLow()).isTrue();
    assertThat(room(160 * MIB, 1_000, 10_000).isLow()).isFalse();
    assertThat(room(160 * MIB, 499, 10_000).isFilling()).isTrue();
    assertThat(room(160 * MIB, 0, 0).isLow()).isFalse();
  }

  @Test
  void theRunThatHoldsMostOfWhatIsShortIsEnded() {
    var room = room(160 * MIB, 0, 10_000);

    assertThat(room.held(new FolderSize(RUN, 9, 62))).isEqualTo(62);
    assertThat(room.isFilledBy(new FolderSize(RUN, 9, 62))).isTrue();
    assertThat(room.isFilledBy(new FolderSize(RUN, MIB, 61))).isFalse();
    assertThat(room.why(new FolderSize(RUN, 9, 62)))
        .isEqualTo(
            "the disk of its machine had 0 inodes left, and of all runs its folder took most, 62");
  }
}
