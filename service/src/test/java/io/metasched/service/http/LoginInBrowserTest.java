package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;

/** Sign-in at an issuer in a real browser. */
@EnabledIf(value = "aBrowserIsThere", disabledReason = "no chromium and chromedriver on the PATH")
@Tag("slow")
@Tag("browser")
final class LoginInBrowserTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String CONF =
      """
      url = "%s"
      issuers = [{ name = mock, issuer = "%s", audiences = [metasched], algorithms = [RS256]
                   browser { client-id = web, scopes = [openid] } }]
      rules = [{ issuer = mock, person = "{sub}@mock", role = user, accounts = [user1] }]
      """;

  @TempDir private Path folder;
  private MockOAuth2Server issuer;
  private TestedApi api;
  private ChromeDriver browser;

  static boolean aBrowserIsThere() {
    return HeadlessBrowser.isThere();
  }

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

  @AfterEach
  void end() {
    browser.quit();
    api.close();
    issuer.shutdown();
  }

  @Test
  void aButtonLeadsToTheIssuerAndBackToTheDashboard() {
    issuer.enqueueCallback(
        new DefaultOAuth2TokenCallback("mock", "anna", "JWT", List.of("web"), Map.of()));
    browser.get(api.service.url());
    await(By.linkText("Sign in at mock")).click();
    await(By.cssSelector("nav a"));

    assertThat(browser.getCurrentUrl()).startsWith(api.service.url() + "/");
    assertThat(await(By.cssSelector("body")).getText()).contains("anna@mock");

    await(By.xpath("//button[text()='Sign out']")).click();
    await(By.xpath("//*[not(//nav)]"));
    browser.get(api.service.url());
    await(By.linkText("Sign in at mock"));
  }

  /** Waits for an element. */
  private WebElement await(By place) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    var found = browser.findElements(place);
    while (found.isEmpty() && System.nanoTime() < end) {
      LockSupport.parkNanos(20_000_000);
      found = browser.findElements(place);
    }
    assertThat(found).as("%s at %s", place, browser.getCurrentUrl()).isNotEmpty();
    return found.get(0);
  }
}
