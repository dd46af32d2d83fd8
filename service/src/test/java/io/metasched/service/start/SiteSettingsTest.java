package io.metasched.service.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.metasched.service.agent.process.AgentException;
import io.metasched.service.site.SiteTerms;
import io.metasched.service.site.slurm.SlurmRights;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings for agents of sites. */
final class SiteSettingsTest {
  private static final Config VALID =
      ConfigFactory.parseString(
          """
          read = 5s
          sells = nothing
          lead = 10s
          slurm {
            conf = "", programs = "", partition = vo, margin = 60s, respect-pending = planned, user = vo
            users { physics = alice }
            borrowed-reservation = "", borrowed-partition = false, node-folder = /tmp
          }
          """);

  @Test
  void sectionIsRead() {
    var settings = SiteSettings.read(VALID, "site");

    assertThat(settings.interval()).isEqualTo(Duration.ofSeconds(5));
    assertThat(settings.promise()).isEqualTo(SiteTerms.Promise.SHADOW);
    assertThat(settings.lead()).isEqualTo(Duration.ofSeconds(10));
    assertThat(settings.slurm().conf()).isEmpty();
    assertThat(settings.slurm().partition()).isEqualTo("vo");
    assertThat(settings.slurm().margin()).isEqualTo(Duration.ofMinutes(1));
    assertThat(settings.slurm().respectsPlans()).isTrue();
    assertThat(settings.slurm().user()).contains("vo");
    assertThat(settings.ofPartition("p").slurm().nodeFolder()).contains(Path.of("/tmp"));
    assertThat(settings.ofPartition("p").slurm().users())
        .containsOnly(Map.entry("physics", "alice"));
    assertThat(settings.slurm().rights(SiteTerms.Promise.FIRM)).isEqualTo(SlurmRights.OPERATOR);
    assertThat(settings.ofPartition("other").slurm().partition()).isEqualTo("other");
    assertThat(settings.selling("firm").promise()).isEqualTo(SiteTerms.Promise.FIRM);
    assertThatThrownBy(() -> settings.selling("all"))
        .isInstanceOf(AgentException.class)
        .hasMessage("--sells: allowed is nothing, firm or advised, given was 'all'");
  }

  @Test
  void borrowedTimeNeedsNoRight() {
    assertThat(read("slurm.borrowed-reservation = lent").slurm().rights(SiteTerms.Promise.FIRM))
        .isEqualTo(SlurmRights.in("lent"));
    assertThat(read("sells = advised").slurm().rights(SiteTerms.Promise.ADVISED))
        .isEqualTo(SlurmRights.NONE);
    assertThat(
            read("slurm.borrowed-partition = true")
                .ofPartition("p")
                .slurm()
                .rights(SiteTerms.Promise.FIRM))
        .isEqualTo(SlurmRights.NONE);
  }

  private static SiteSettings read(String given) {
    return SiteSettings.read(ConfigFactory.parseString(given).withFallback(VALID), "site");
  }

  @Test
  void nodesWithoutASharedFolderNeedSrun(@TempDir Path programs) {
    var settings = read("sells = firm, slurm.programs = \"%s\"".formatted(programs));

    assertThatThrownBy(() -> Sites.open("slurm", settings))
        .isInstanceOf(AgentException.class)
        .hasMessageStartingWith(
            "metasched.agent.site.slurm.node-folder: needs srun of Slurm on the agent's machine: %s/srun cannot be started: "
                .formatted(programs));
    assertThat(Sites.open("slurm", settings.selling("nothing"))).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          read = 500ms                 | read: allowed is 1s to 20s, given was 500ms
          read = 21s                   | read: allowed is 1s to 20s, given was 21s
          lead = 61m                   | lead: allowed is 0s to 3600s, given was 61m
          sells = some                 | sells: allowed is nothing, firm or advised, given was 'some'
          slurm.margin = -1s           | slurm.margin: allowed is 0s to 86400s, given was -1s
          slurm.margin = 2d            | slurm.margin: allowed is 0s to 86400s, given was 2d
          slurm.user = "a,b"           | slurm.user: allowed is the name of a user, given was 'a,b'
          slurm.users.physics = "a b"  | slurm.users.physics: allowed is the name of a user, given was 'a b'
          slurm.borrowed-reservation = "a b" | slurm.borrowed-reservation: allowed is the name of a reservation, given was 'a b'
          slurm.node-folder = tmp      | slurm.node-folder: allowed is an absolute path of up to 1000 characters, given was 'tmp'
          slurm.respect-pending = some | slurm.respect-pending: allowed is none or planned, given was 'some'
          """)
  void valueOutOfItsRangeIsOneLine(String given, String message) {
    assertThatThrownBy(() -> read(given))
        .isInstanceOf(AgentException.class)
        .hasMessage("site." + message);
  }
}
