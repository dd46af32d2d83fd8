package io.metasched.service.notice;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** URLs and addresses that hostile users might use. */
final class AllowedHostsTest {
  private static final AllowedHosts HOSTS =
      new AllowedHosts(
          List.of(
              "hooks.example.org",
              "ci.example.org:8443",
              "127.0.0.1:*",
              "[::1]:9000",
              "*.lab.example.org"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://hooks.example.org/a?b=c",
        "http://hooks.example.org",
        "HTTPS://HOOKS.example.org:443/",
        "https://ci.example.org:8443/x",
        "http://127.0.0.1:1/",
        "http://[::1]:9000/",
        "https://a.lab.example.org/",
        "https://a.b.lab.example.org/"
      })
  void listedHostsAreAllowedAtTheirPorts(String url) {
    assertThat(HOSTS.fault(url)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/x",
        "hooks.example.org",
        "//hooks.example.org/",
        "ftp://hooks.example.org/",
        "file:///etc/passwd",
        "file://hooks.example.org/etc/passwd",
        "gopher://hooks.example.org/_x",
        "javascript:alert(1)",
        "jar:http://hooks.example.org!/",
        "http:hooks.example.org",
        "http:///x",
        "https://hooks.example.org:22/",
        "https://hooks.example.org:0/",
        "https://hooks.example.org:65536/",
        "https://hooks.example.org:-1/",
        "https://ci.example.org/",
        "https://user@hooks.example.org/",
        "https://hooks.example.org@evil.org/",
        "https://hooks.example.org:x@evil.org/",
        "https://hooks.example.org#@evil.org/",
        "https://evil.org#hooks.example.org",
        "https://evil.org?hooks.example.org",
        "https://evil.org/hooks.example.org",
        "https://evil.org\\@hooks.example.org/",
        "https://hooks.example.org\\.evil.org/",
        "https://hooks.example.org.evil.org/",
        "https://hooks.example.org./",
        "https://evilhooks.example.org/",
        "https://xlab.example.org/",
        "https://lab.example.org/",
        "https://hooks.example.org/\r\nX: y",
        "https://hooks.example.org/ x",
        "https://hooks.example.org/\u0000",
        "https://h\u00f6oks.example.org/",
        "https://hooks.example.org/\u00e9",
        "https://hooks\u3002example.org/",
        "http://127.1:80/",
        "http://2130706433/",
        "http://0x7f000001/",
        "http://0177.0.0.1/",
        "http://127.0.0.1.nip.io/",
        "http://169.254.169.254/latest/meta-data",
        "http://[::ffff:127.0.0.1]/",
        "http://[::1]/",
        "http://[fe80::1%25eth0]/",
        "http://localhost/",
        "http://0/",
        "http://0.0.0.0/"
      })
  void allOtherUrlsAreRefused(String url) {
    assertThat(HOSTS.fault(url)).isPresent();
  }

  @Test
  void aUrlIsBoundedAndWithoutHostsNoneIsAllowed() {
    assertThat(HOSTS.fault("https://hooks.example.org/" + "x".repeat(1974))).isEmpty();
    assertThat(HOSTS.fault("https://hooks.example.org/" + "x".repeat(1975)))
        .hasValue("it is longer than 2000 characters");
    assertThat(new AllowedHosts(List.of()).fault("https://hooks.example.org/"))
        .hasValue("the service sends no notifications (notifications.allowed-hosts)");
  }

  @ParameterizedTest
  @CsvSource({
    "hooks.example.org, 203.0.113.5, true",
    "hooks.example.org, 10.1.2.3, true",
    "hooks.example.org, 127.0.0.1, false",
    "hooks.example.org, 127.8.8.8, false",
    "hooks.example.org, ::1, false",
    "hooks.example.org, ::ffff:127.0.0.1, false",
    "hooks.example.org, 169.254.169.254, false",
    "hooks.example.org, fe80::1, false",
    "hooks.example.org, 0.0.0.0, false",
    "hooks.example.org, 224.0.0.1, false",
    "1.2.3.4.nip.io, 127.0.0.1, false",
    "localhost.example.org, 127.0.0.1, false",
    "localhost, 127.0.0.1, true",
    "LOCALHOST, ::1, true",
    "127.0.0.1, 127.0.0.1, true",
    "[::1], ::1, true",
    "0.0.0.0, 0.0.0.0, false",
  })
  void aNameDoesNotLeadToTheMachineOfTheService(String host, String address, boolean may)
      throws UnknownHostException {
    assertThat(AllowedHosts.mayConnect(host, InetAddress.getByName(address))).isEqualTo(may);
  }

  @ParameterizedTest
  @CsvSource({
    "hooks.example.org, true",
    "hooks.example.org:8443, true",
    "*.example.org:*, true",
    "[::1]:80, true",
    "Hooks.example.org, false",
    "*, false",
    "https://hooks.example.org, false",
    "hooks.example.org/x, false",
    "user@hooks.example.org, false",
    "*example.org, false",
    "'', false",
  })
  void anEntryIsAHostWithOrWithoutAPort(String entry, boolean isEntry) {
    assertThat(AllowedHosts.ENTRY.matcher(entry).matches()).isEqualTo(isEntry);
  }
}
