package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

/** Sign-in at an issuer in a real browser. */
final class LoginInBrowserTest extends OnDashboard {
  private static final String CONF =
      """
      url = "%s"
      issuers = [{ name = mock, issuer = "%s", audiences = [metasched], algorithms = [RS256]
                   browser { client-id = web, scopes = [openid] } }]
      rules = [{ issuer = mock, person = "{sub}@mock", role = user, accounts = [user1] }]
      """;

  private MockOAuth2Server issuer;

  @Override
  @BeforeEach
  void start() throws IOException {
    issuer = new MockOAuth2Server();
    issuer.start();
    write("https://metasched.example.org");
    api = new TestedApi(folder, "metasched.service.access.identities = identities.conf");
    api.service.close();
    write(api.service.url()); // its port is known now
    api.startAgain();
    browser = HeadlessBrowser.start(folder.resolve("profile"));
  }

  private void write(String url) throws IOException {
    var text = CONF.formatted(url, issuer.issuerUrl("mock"));
    Files.writeString(folder.resolve("identities.conf"), text);
  }

  @Override
  @AfterEach
  void end() {
    super.end();
    issuer.shutdown();
  }

  private void click(By place) {
    await(() -> !browser.findElements(place).isEmpty());
    browser.findElement(place).click();
  }

  @Test
  void aButtonLeadsToTheIssuerAndBackToTheDashboard() {
    issuer.enqueueCallback(
        new DefaultOAuth2TokenCallback("mock", "anna", "JWT", List.of("web"), Map.of()));
    browser.get(api.service.url());
    click(By.linkText("Sign in at mock"));
    await(() -> !all("nav a").isEmpty());

    assertThat(browser.getCurrentUrl()).startsWith(api.service.url() + "/");
    assertThat(text()).contains("anna@mock");

    click(By.xpath("//button[text()='Sign out']"));
    await(() -> all("nav").isEmpty());
    browser.get(api.service.url());
    await(() -> !browser.findElements(By.linkText("Sign in at mock")).isEmpty());
  }
}
