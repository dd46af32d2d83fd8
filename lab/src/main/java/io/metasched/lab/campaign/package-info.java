/**
 * System tests of the live service under faults: services are started in separate JVMs and used by
 * clients, faults are injected by seed, and the evidence is passed to the checker.
 */
@NullMarked
package io.metasched.lab.campaign;

import org.jspecify.annotations.NullMarked;
