/**
 * Generated resources: nodes with performances and prices, and the owners' local load. Each number
 * is drawn from a generator seeded for its purpose and entity.
 */
@NullMarked
package io.metasched.simulation.system.cyclic.environment;

import org.jspecify.annotations.NullMarked;
