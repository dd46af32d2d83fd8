package io.metasched.metascheduler.deployment.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JournalSettingsTest {

  @Test
  void withoutUrlThereIsNoJournal() {
    assertThat(ClusterSettings.load(Optional.empty()).journal()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:h2:tcp://127.0.0.1:9092/./journal, H2",
    "jdbc:postgresql://db.example:5432/metasched?sslmode=require, POSTGRES"
  })
  void theUrlNamesTheDatabase(String url, JournalSettings.Kind kind) {
    assertThat(JournalSettings.of(url, "", "").kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mysql://host/name?password=secret, jdbc:mysql://host/name",
    "jdbc:mysql://me:secret@host/name, jdbc:mysql://host/name",
    "jdbc:h2:, jdbc:h2:",
    "h2;PASSWORD=secret, h2"
  })
  void anInvalidUrlIsNamedWithoutSecrets(String url, String named) {
    assertThatThrownBy(() -> JournalSettings.of(url, "", ""))
        .isInstanceOf(DeploymentException.class)
        .hasMessageContaining("journal.url (METASCHED_JOURNAL_URL): allowed is jdbc:h2:")
        .hasMessageEndingWith("given was '%s'".formatted(named))
        .message()
        .doesNotContain("secret");
  }

  @Test
  void theTextOfAJournalHasNoSecrets() {
    var journal = JournalSettings.of("jdbc:postgresql://host/name?password=secret", "me", "secret");

    assertThat(journal).hasToString("journal at jdbc:postgresql://host/name");
  }
}
