package io.metasched.simulation.system.cyclic.model;

import io.metasched.resource.pricing.DiscountOverTime;
import io.metasched.resource.pricing.ListPricing;
import io.metasched.resource.pricing.MarketPrice;
import io.metasched.resource.pricing.Pricing;
import io.metasched.simulation.scenario.LogOptions;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.Sections;
import io.metasched.simulation.scenario.Sections.Section;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.scenario.Values;
import io.metasched.simulation.system.cyclic.environment.EnvironmentGenerator.NodeSettings;
import io.metasched.simulation.system.cyclic.environment.LocalLoad;
import io.metasched.simulation.system.cyclic.environment.LocalLog;
import io.metasched.simulation.system.cyclic.environment.OwnerTerms;
import io.metasched.simulation.system.cyclic.environment.ResourceTerms;
import io.metasched.simulation.system.cyclic.environment.SellingTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Parser of the terms on which owners offer their nodes: the keys {@code nodes}, {@code price} and
 * {@code local}, and the sections of single domains and nodes.
 */
final class OwnerTermsReader {
  private static final String DOMAINS = "domains";
  private static final String NODES = "nodes.named";
  private static final String SELLING = "selling";
  private static final String ALWAYS = "always";
  private static final String PRICE = "price";
  private static final String POWER = "power";
  private static final String LOCAL = "local";
  private static final String LOG = "local.log";
  private static final String LOG_JOBS = "local.log-jobs";
  private static final String LOG_PLANNED = "local.log-planned";
  private static final int MOST_SELLING = 100;
  private static final double MOST_PRICE = 1_000_000;
  private static final List<String> LOAD =
      List.of(
          "local.base", "local.spread", "local.dynamic", "local.length.least", "local.length.most");
  private static final List<String> PRICES =
      List.of(
          "price.policy",
          "price.mu",
          "price.exponent",
          "price.reference-performance",
          "price.deviation",
          "price.fixed",
          "price.discount.most",
          "price.discount.lead");

  private final ScenarioText text;
  private final Values values;

  OwnerTermsReader(ScenarioText text) {
    this.text = text;
    values = new Values(text.config());
  }

  /**
   * Parses the terms of all owners.
   *
   * @param nodes number of generated nodes; 0 if the number is determined otherwise
   */
  ResourceTerms read(int nodes) {
    var domains = new TreeMap<String, OwnerTerms.OfDomain>();
    var domainKeys = new ArrayList<>(PRICES);
    domainKeys.addAll(LOAD);
    domainKeys.addAll(List.of(SELLING, LOG, LOG_JOBS, LOG_PLANNED));
    Sections.below(text, DOMAINS, domainKeys)
        .forEach((name, section) -> domains.put(name, ofDomain(section, nodes)));
    var ofNodes = new TreeMap<String, OwnerTerms.OfNode>();
    var nodeKeys = new ArrayList<>(List.of(PRICE, POWER, SELLING));
    nodeKeys.addAll(LOAD);
    Sections.below(text, NODES, nodeKeys)
        .forEach((name, section) -> ofNodes.put(name, ofNode(section)));
    return new ResourceTerms(
        new OwnerTerms(
            nodes(values, nodes),
            pricing(values),
            localLoad(values),
            selling(values, "nodes.selling")),
        values.real("local.share", 0, 1),
        log(values),
        domains,
        ofNodes);
  }

  private OwnerTerms.OfDomain ofDomain(Section section, int nodes) {
    var values = section.inForce();
    var selling = section.has(SELLING) ? section.own() : this.values;
    var terms =
        new OwnerTerms(
            nodes(values, nodes),
            pricing(values),
            localLoad(values),
            selling(selling, section.has(SELLING) ? SELLING : "nodes.selling"));
    return new OwnerTerms.OfDomain(terms, logOf(section), section.origin());
  }

  /**
   * Parses the log of a domain. A domain's settings for a log require that the domain names its own
   * log.
   */
  private Optional<LocalLog> logOf(Section section) {
    if (!section.has(LOG) && !section.has(LOG_JOBS) && !section.has(LOG_PLANNED)) {
      return Optional.empty();
    }
    if (!section.has(LOG) || section.own().text(LOG).isEmpty()) {
      throw new UsageException(
          ("%s: %s: allowed is the name of a log, because the domain has settings of a log;"
                  + " given was nothing")
              .formatted(section.origin(), LOG));
    }
    return log(section.inForce());
  }

  private Optional<LocalLog> log(Values of) {
    var jobs = LogOptions.ids(of, LOG_JOBS);
    boolean planned = of.yesNo(LOG_PLANNED);
    var name = of.text(LOG);
    if (!name.isEmpty() && !values.text("local.file").isEmpty()) {
      throw of.wrong(LOG, "no log together with local.file, which has all local jobs");
    }
    return name.isEmpty()
        ? Optional.empty()
        : Optional.of(new LocalLog(name, jobs, planned, values.yesNo(LogOptions.SKIP_MALFORMED)));
  }

  private static OwnerTerms.OfNode ofNode(Section section) {
    var own = section.own();
    return new OwnerTerms.OfNode(
        ifSaid(section, PRICE),
        ifSaid(section, POWER),
        section.has(LOCAL) ? Optional.of(localLoad(section.inForce())) : Optional.empty(),
        section.has(SELLING) ? Optional.of(selling(own, SELLING)) : Optional.empty(),
        section.origin());
  }

  private static Optional<Long> ifSaid(Section section, String key) {
    return section.has(key)
        ? Optional.of(section.own().thousandths(key, 0, MOST_PRICE))
        : Optional.empty();
  }

  /** Returns the parameters of market prices. */
  static MarketPrice market(Values values) {
    return new MarketPrice(
        values.real("price.mu", 0.001, 10_000),
        values.real("price.exponent", 0, 10),
        values.wholeInt("price.reference-performance", 1, 1_000_000));
  }

  private static NodeSettings nodes(Values values, int nodes) {
    boolean fixed = values.word("price.policy", List.of("market", "fixed")).equals("fixed");
    long fixedPrice = values.thousandths("price.fixed", 0, MOST_PRICE);
    int least = values.wholeInt("nodes.performance.least", 1, 1_000_000);
    return new NodeSettings(
        nodes,
        values.wholeInt("nodes.domains", 1, ScenarioReader.MOST_NODES),
        least,
        values.wholeInt("nodes.performance.most", least, 1_000_000),
        market(values),
        values.real("price.deviation", 0, 2),
        fixed ? fixedPrice : -1,
        values.thousandths("nodes.power", 0, 1_000_000),
        values.shares("nodes.properties"));
  }

  private static Pricing pricing(Values values) {
    int permille = (int) Math.round(1000 * values.real("price.discount.most", 0, 1));
    long lead =
        values.thousandths(
            "price.discount.lead", ScenarioReader.LEAST_TIME, ScenarioReader.MOST_TIME);
    return permille == 0 ? new ListPricing() : new DiscountOverTime(lead, permille);
  }

  private static LocalLoad.Settings localLoad(Values values) {
    double base = values.real("local.base", 0, 1);
    long least = values.whole("local.length.least", 1, 10_000_000);
    return new LocalLoad.Settings(
        base,
        values.real("local.spread", 0, 1 - base),
        values.real("local.dynamic", 0, 0.9),
        least,
        values.whole("local.length.most", least, 10_000_000));
  }

  private static List<SellingTime> selling(Values values, String key) {
    if (values.isSingle(key)) {
      if (!values.isWord(key, ALWAYS)) {
        throw values.wrong(key, "always, or a list of times " + SellingTime.FORM);
      }
      return List.of();
    }
    var times = new ArrayList<SellingTime>();
    for (var each : values.texts(key, MOST_SELLING)) {
      times.add(
          SellingTime.parse(each)
              .orElseThrow(
                  () -> values.wrong(key, "always, or a list of times " + SellingTime.FORM)));
    }
    return times;
  }
}
