package io.metasched.resource.search

import java.lang.management.ManagementFactory

import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._
import scala.util.Random

import io.metasched.resource.fixture.{DomainProperties, Draws, Environments, SearchProblem}
import io.metasched.resource.model.WindowRequest.NO_LIMIT
import io.metasched.resource.model.{Criterion, Node, Part, Slot, Span, Window, WindowRequest, Work}
import io.metasched.resource.search.WindowSearches.DEFAULT_STEP_LIMIT
import io.metasched.resource.slots.SlotTable
import org.scalacheck.Gen

final class PreparedSearchPropertySpec extends DomainProperties {
  private val exact = SearchFamily.exact(DEFAULT_STEP_LIMIT)
  private val problems =
    Gen.oneOf(Environments.small, Environments.crowded, Environments.balanced, Environments.middling)

  "A prepared search" should {

    "find the window of a search without memory, after any earlier searches" in {
      val prepared = exact.prepared()
      var found = 0
      forAll(problems, Gen.long, minSuccessful(Draws.of(500))) { (problem, seed) =>
        found += searches(prepared, problem, new Random(seed))
      }
      found should be > Draws.of(1000).value
    }

    "report whether there is a window, without creating one" in {
      val prepared = exact.prepared()
      var found = 0
      forAll(problems, Gen.oneOf(Criterion.values.toSeq), minSuccessful(Draws.of(300))) { (problem, criterion) =>
        val isThere = prepared.isThere(problem.table, problem.request, criterion)

        isThere shouldBe exact.by(criterion).find(problem.table, problem.request).window.isPresent
        if (isThere) found += 1
      }
      found should be > Draws.of(80).value
    }

    "find the windows of the published searches if it is of their family" in forAll(problems) { problem =>
      val prepared = SearchFamily.published().prepared()

      for (criterion <- Criterion.values) {
        val published = WindowSearches.published(criterion).find(problem.table, problem.request)
        prepared.find(problem.table, problem.request, criterion) shouldBe published
      }
    }
  }

  "A search with an index of slots by offer" should {

    "find the same window as without the index" in {
      var found = 0
      forAll(problems, minSuccessful(Draws.of(500))) { problem =>
        val byOffer = problem.table.copy()
        for (criterion <- Criterion.values) {
          val result = exact.by(criterion).find(byOffer, problem.request)

          result shouldBe exact.by(criterion).find(problem.table, problem.request)
          found += result.window.toScala.size
        }
        byOffer.isByOffer shouldBe true
        problem.table.isByOffer shouldBe false
      }
      found should be > Draws.of(1000).value
    }

    "find the cheapest window for any number of selected offers" in {
      var found = 0
      val searches = for { few <- Seq(1, 2, 5); share <- Seq(1, 3) } yield new CheapestWindowSearch(few, share)
      forAll(problems, Gen.long, minSuccessful(Draws.of(500))) { (problem, seed) =>
        val random = new Random(seed)
        val table = problem.table.copy()
        for (_ <- 1 to 4) {
          val request = requestLike(problem, random)
          val ranked = RankedOffers.of(table.offers, request, NO_LIMIT, null)
          val expected = afresh(table, request, Criterion.COST)

          for (search <- searches) search.find(table, ranked, request) shouldBe expected
          expected.window.ifPresent(table.subtract(_))
          found += expected.window.toScala.size
        }
      }
      found should be > Draws.of(500).value
    }

    "find the same window among many slots" in {
      for (seed <- 1 to 6) {
        val random = new Random(seed)
        val table = crowd(600, random).copy()
        val prepared = exact.prepared()
        for (_ <- 1 to 40) {
          val request = requestAmongMany(random)
          val criterion = inOrder(random.nextInt(inOrder.size))
          val result = prepared.find(table, request, criterion)

          result shouldBe afresh(table, request, criterion)
          result.window.ifPresent(table.subtract(_))
        }
      }
    }

    "allocate no memory after warm-up" in {
      val threads = ManagementFactory.getThreadMXBean.asInstanceOf[com.sun.management.ThreadMXBean]
      val random = new Random(1)
      val table = crowd(600, random).copy()
      val prepared = exact.prepared()
      val requests = Array.fill(20)(requestAmongMany(random))
      var found = 0
      def searchAll(): Unit = {
        var i = 0
        while (i < requests.length) {
          if (prepared.isThere(table, requests(i), Criterion.START)) found += 1
          if (prepared.isThere(table, requests(i), Criterion.COST)) found += 1
          if (prepared.isThere(table, requests(i), Criterion.RUNTIME)) found += 1
          if (prepared.isThere(table, requests(i), Criterion.FINISH)) found += 1
          i += 1
        }
      }
      searchAll()
      val before = threads.getCurrentThreadAllocatedBytes

      searchAll()

      threads.getCurrentThreadAllocatedBytes - before should be < 1000L
      found should be > Draws.of(80).value
    }
  }

  "A repeated search" should {

    "find the window of a search without memory, whichever time is taken" in {
      var repeated = 0
      forAll(problems, Gen.long, minSuccessful(Draws.of(500))) { (problem, seed) =>
        repeated += repeatedly(problem.table.copy(), problem.request, new Random(seed))
      }
      repeated should be > Draws.of(2000).value
    }

    "find the same window among many slots" in {
      var repeated = 0
      for (seed <- 1 to 6) {
        val random = new Random(seed)
        repeated += repeatedly(crowd(120, random).copy(), requestAmongMany(random), random)
      }
      repeated should be > Draws.of(200).value
    }

    "find the same window if it tests the first tick before it ranks offers" in {
      var repeated = 0
      forAll(problems, Gen.long, minSuccessful(Draws.of(500))) { (problem, seed) =>
        repeated += repeatedly(problem.table.copy(), problem.request, new Random(seed), lookingFirst())
      }
      for (seed <- 1 to 12) {
        val random = new Random(seed)
        repeated += repeatedly(crowd(120, random).copy(), requestAmongMany(random), random, lookingFirst())
      }
      repeated should be > Draws.of(2000).value
    }
  }

  "A search at the first tick" should {

    "find the window at that tick or none, after any time is taken and given back" in {
      val search = new FirstTickSearch(1, 1)
      var found = 0
      forAll(problems, Gen.long, minSuccessful(Draws.of(500))) { (problem, seed) =>
        val random = new Random(seed)
        val table = problem.table.copy()
        for (_ <- 1 to 8) {
          val request = requestLike(problem, random)
          search.find(table, request, NO_LIMIT) // a request that occurs once is not answered
          val result = search.find(table, request, NO_LIMIT).toScala

          val expected = afresh(table, request, Criterion.START).window.toScala
          for (first <- result) {
            val tick = math.max(table.start(0), request.earliestStart)
            first.window.toScala shouldBe expected.filter(_.start == tick)
            for (window <- first.window.toScala) {
              found += 1
              if (random.nextBoolean()) table.subtract(window)
            }
          }
          if (random.nextInt(4) == 0) giveBackWhatIsNotThere(table, problem)
        }
      }
      found should be > Draws.of(200).value
    }

    "find no window in small tables, in which ranking costs little" in forAll(problems) { problem =>
      val search = new FirstTickSearch

      search
        .find(problem.table.copy(), problem.request, NO_LIMIT)
        .isPresent shouldBe false
    }

    "leave parts shorter than a unit of time to other searches" in {
      val slots = for (id <- 0 until 3) yield new Slot(Node.of(id, 1, 1000), new Span(0, 5000), 1000)
      val table = new SlotTable(slots.asJava).copy()
      val search = new FirstTickSearch(1, 1)

      def isFound(ticks: Long): Boolean = {
        val request = WindowRequest.of(2, Work.volume(ticks), 1, 5000)
        search.find(table, request, NO_LIMIT)
        search.find(table, request, NO_LIMIT).toScala.exists(_.window.isPresent)
      }

      isFound(1000) shouldBe true
      isFound(999) shouldBe false
    }
  }

  "Rankings" should {
    "equal a new ranking for any size of the cache" in {
      val few = new Rankings(0)
      val some = new Rankings(100)
      forAll(problems, Gen.long) { (problem, seed) =>
        val offers = problem.table.offers
        val random = new Random(seed)

        for (_ <- 1 to 6) {
          val request = requestLike(problem, random)
          val fresh = RankedOffers.of(offers, request)
          for (rankings <- Seq(few, some)) {
            val kept = rankings.of(offers, request)
            ranks(kept) shouldBe ranks(fresh)
            rankings.of(offers, request) should be theSameInstanceAs kept
          }
        }
      }
    }
  }

  private def lookingFirst() = new PreparedSearch(exact, new FirstTickSearch(1, 1))

  private val inOrder = Seq(Criterion.START, Criterion.COST, Criterion.RUNTIME, Criterion.FINISH)

  private def afresh(table: SlotTable, request: WindowRequest, criterion: Criterion): SearchResult =
    exact.by(criterion).find(new SlotTable(table.slots), request)

  /** Alternates two searches by each criterion until all fail, and takes other time in between. */
  private def repeatedly(
      table: SlotTable,
      request: WindowRequest,
      random: Random,
      prepared: PreparedSearch = exact.prepared()
  ): Int = {
    var live = (inOrder ++ inOrder).map(criterion => (criterion, prepared.repeated(request, criterion)))
    var found = 0
    while (live.nonEmpty) {
      live = random.shuffle(live).filter { case (criterion, search) =>
        val result = search.next(table)

        result shouldBe afresh(table, request, criterion)
        result.window.ifPresent(table.subtract(_))
        found += result.window.toScala.size
        if (random.nextInt(3) == 0) takeSomething(table, random)
        result.window.isPresent
      }
    }
    found
  }

  private def takeSomething(table: SlotTable, random: Random): Unit = {
    val vacant = table.slots
    if (!vacant.isEmpty) {
      val slot = vacant.get(random.nextInt(vacant.size))
      val length = 1 + (random.nextDouble() * slot.span.lengthTicks).toLong
      val start = slot.span.start + ((slot.span.lengthTicks - length) * random.nextDouble()).toLong
      table.subtract(new Window(java.util.List.of(Part.on(slot.node, start, length, slot.priceMilli))))
    }
  }

  /** Returns a table with few prices, performances and starts, and therefore many equal windows; some nodes have two
    * prices.
    */
  private def crowd(nodes: Int, random: Random): SlotTable = {
    val slots = for {
      id <- 0 until nodes
      node = Node.of(id, 1 + random.nextInt(4), 1000)
      period <- 0 until 6
      if random.nextInt(3) > 0
      start = 20000L * period + 1000L * random.nextInt(5)
      price = 1000L * node.performance + 500L * random.nextInt(3)
    } yield new Slot(node, new Span(start, start + 2000L * (1 + random.nextInt(7))), price)
    new SlotTable(slots.asJava)
  }

  private def requestAmongMany(random: Random): WindowRequest = {
    val nodes = 1 + random.nextInt(5)
    val volume = 1000L * (4 + random.nextInt(8))
    WindowRequest.of(nodes, Work.volume(volume), 1000, nodes * volume * (1000 + random.nextInt(800)) / 1000)
  }

  /** Searches for the request and similar requests while windows are taken and given back. */
  private def searches(prepared: PreparedSearch, problem: SearchProblem, random: Random): Int = {
    val table = problem.table
    var found = 0
    for (_ <- 1 to 8) {
      val criterion = Criterion.values()(random.nextInt(Criterion.values.length))
      val request = requestLike(problem, random)
      val result = prepared.find(table, request, criterion)

      result shouldBe exact.by(criterion).find(table, request)
      for (window <- result.window.toScala if random.nextBoolean()) {
        table.subtract(window)
        found += 1
      }
      if (random.nextInt(4) == 0) giveBackWhatIsNotThere(table, problem)
    }
    found
  }

  /** Gives back one wholly taken slot of the problem, if there is one. */
  private def giveBackWhatIsNotThere(table: SlotTable, problem: SearchProblem): Unit = {
    val vacant = table.slots.asScala.toIndexedSeq
    def isTouched(node: Int): Boolean = vacant.exists(_.node.id == node)
    problem.slots.find(slot => !isTouched(slot.node.id)).foreach(slot => table.giveBack(slot))
  }

  private def requestLike(problem: SearchProblem, random: Random): WindowRequest = {
    val request = problem.request
    random.nextInt(4) match {
      case 0                                          => request
      case 1 if request.costLimitMilli < NO_LIMIT / 2 => request.withCostLimit(request.costLimitMilli * 3 / 2 + 1)
      case 2                                          => request.notBefore(request.earliestStart + random.nextInt(8))
      case _                                          => request.withSlotPriceLimit(1 + random.nextInt(12000).toLong)
    }
  }

  private def ranks(ranked: RankedOffers): Seq[(Int, Long, Long, Int)] = {
    val offers: Array[Int] = ranked.offerAt
    offers.toSeq.zipWithIndex.map { case (offer, rank) =>
      (offer, ranked.costMilli(rank), ranked.length(rank), ranked.lengthClass(rank))
    }
  }
}
